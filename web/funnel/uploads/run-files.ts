import { maxFiles } from '#domain/rules/files.ts'
import { newEventId } from '#web/tracking/event-id.ts'
import { type FilesSnapshot, type RunFile, createFileList, storedFile } from './file-list.ts'
import { fetchUploads, removeUpload } from './send-file.ts'
import { type UploadDesk, changeIds, fail, uploadAgain, uploadFile } from './upload-file.ts'
import { type UploadRun, noteUpload } from './upload-run.ts'

export interface RunFiles {
  subscribe: (listener: () => void) => () => void
  snapshot: () => FilesSnapshot
  /** Takes what there is room for in the field; false when there were more. Earlier failures of the field go. */
  add: (field: string, chosen: readonly File[]) => boolean
  retry: (key: string) => void
  remove: (key: string) => void
  /** Finds out about the files that a kept draft refers to. */
  restore: (field: string, ids: readonly string[]) => Promise<void>
}

const stores = new Map<string, RunFiles>()

/** The files of a run in this tab; they outlive the step on which they were chosen. */
export function runFilesOf(run: UploadRun): RunFiles {
  const known = stores.get(run.runId)
  if (known) return known
  const made = createRunFiles({ run, list: createFileList(), aborts: new Map() })
  stores.set(run.runId, made)
  return made
}

function createRunFiles(desk: UploadDesk): RunFiles {
  const { list } = desk
  // One after the other: two at once would both be slower, and the first to be whole can be looked at sooner.
  let queue = Promise.resolve()
  function enqueue(key: string, work: typeof uploadFile) {
    queue = queue.then(() => work(desk, key)).catch(() => fail(desk, key, 'unreadable'))
    noteUpload(queue)
  }

  return {
    subscribe: list.subscribe,
    snapshot: list.snapshot,

    add(field, chosen) {
      const others = list.snapshot().files.filter((file) => file.field !== field || file.state !== 'failed')
      const room = maxFiles - others.filter((file) => file.field === field).length
      const taken = chosen.slice(0, Math.max(0, room)).map((content) => chosenFile(field, content))
      list.replace([...others, ...taken])
      changeIds(desk, field, (ids) => [...ids])
      for (const { key } of taken) enqueue(key, uploadFile)
      return taken.length === chosen.length
    },

    retry(key) {
      list.update(key, { state: 'waiting', progress: 0 })
      enqueue(key, uploadAgain)
    },

    remove(key) {
      const file = list.find(key)
      if (!file) return
      const { id, field, name } = file
      desk.aborts.get(key)?.abort()
      list.replace(list.snapshot().files.filter((one) => one.key !== key))
      changeIds(desk, field, (ids) => ids.filter((one) => one !== id))
      if (id !== undefined) removeUpload(desk.run, id)
      list.say(field, `${name} wurde entfernt.`)
    },

    restore: (field, ids) => restore(desk, field, ids),
  }
}

function chosenFile(field: string, content: File): RunFile {
  const { name, size, type: mimeType } = content
  return { key: newEventId(), field, name, size, mimeType, state: 'waiting', progress: 0, content }
}

async function restore(desk: UploadDesk, field: string, ids: readonly string[]): Promise<void> {
  const { run, list } = desk
  if (ids.every(list.knows)) return
  const stored = await fetchUploads(run)
  const missing = ids.filter((id) => !list.knows(id))
  const there = new Map(stored?.map((one) => [one.id, one]))
  list.append(
    ...missing.map((id): RunFile => {
      const upload = there.get(id)
      if (upload) return storedFile(upload)
      const blank = { id, field, filename: 'Hochgeladene Datei', size: 0, mimeType: '' }
      // Without an answer nothing is known about it, and nothing is lost.
      return stored ? { ...storedFile(blank), state: 'failed', failure: 'expired' } : storedFile(blank)
    }),
  )
  const lost = new Set(stored ? missing.filter((id) => !there.has(id)) : [])
  if (lost.size > 0) changeIds(desk, field, (all) => all.filter((id) => !lost.has(id)))
}

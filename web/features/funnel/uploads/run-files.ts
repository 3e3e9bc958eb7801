import { maxFiles } from '#domain/forms/rules/files.ts'
import type { UploadResponse } from '#domain/uploads/upload-types.ts'
import { newEventId } from '#web/features/tracking/event-id.ts'
import { type FilesSnapshot, type RunFile, createFileList, storedFile } from './file-list.ts'
import { fetchUploads, removeUpload } from './send-file.ts'
import { type Uploads, changeIds, fail, showUnknown, uploadAgain, uploadFile } from './upload-file.ts'
import { type UploadRun, areUnverified, markUploadsVerified, registerUpload } from './upload-run.ts'

export interface RunFiles {
  subscribe: (listener: () => void) => () => void
  snapshot: () => FilesSnapshot
  /**
   * Removes the failed files of the field, then adds the chosen files up to the limit of the field. Returns whether all
   * chosen files were added.
   */
  add: (field: string, chosen: readonly File[]) => boolean
  retry: (key: string) => void
  remove: (key: string) => void
  /** Adds files of the field that another device has uploaded. Returns their number. */
  lookFor: (field: string) => Promise<number>
  /** Adds the files that a stored draft refers to, with metadata loaded from the service. */
  restore: (field: string, ids: readonly string[]) => Promise<void>
}

const stores = new Map<string, RunFiles>()

/** Returns the files of a run. They remain in memory when the visitor opens another step. */
export function runFilesOf(run: UploadRun): RunFiles {
  const known = stores.get(run.runId)
  if (known) return known
  const made = createRunFiles({ run, list: createFileList(), aborts: new Map() })
  stores.set(run.runId, made)
  return made
}

function createRunFiles(uploads: Uploads): RunFiles {
  const { list } = uploads
  // Send files one after the other. If they were sent in parallel, even the first file would take longer.
  let queue = Promise.resolve()
  function enqueue(key: string, work: typeof uploadFile) {
    queue = queue.then(() => work(uploads, key)).catch(() => fail(uploads, key, 'unreadable'))
    registerUpload(queue)
  }

  return {
    subscribe: list.subscribe,
    snapshot: list.snapshot,

    add(field, chosen) {
      const others = list.snapshot().files.filter((file) => file.field !== field || file.state !== 'failed')
      const room = maxFiles - others.filter((file) => file.field === field).length
      const accepted = chosen.slice(0, Math.max(0, room)).map((content) => chosenFile(field, content))
      list.replace([...others, ...accepted])
      changeIds(uploads, field, (ids) => [...ids])
      for (const { key } of accepted) enqueue(key, uploadFile)
      return accepted.length === chosen.length
    },

    retry(key) {
      // A second press can come before the button has been removed.
      if (list.find(key)?.state !== 'failed') return
      list.update(key, { state: 'waiting', progress: 0, failure: undefined })
      enqueue(key, uploadAgain)
    },

    remove(key) {
      const file = list.find(key)
      if (!file) return
      const { id, field, name } = file
      uploads.aborts.get(key)?.abort()
      list.remove(file)
      changeIds(uploads, field, (ids) => ids.filter((one) => one !== id))
      if (id !== undefined) removeUpload(uploads.run, id)
      list.announce(field, `${name} wurde entfernt.`)
    },

    lookFor(field) {
      // After the uploads of this device, whose files would otherwise be found before their responses arrive.
      const found = queue.then(() => showUnknown(uploads, field))
      queue = found.then(
        () => undefined,
        () => undefined,
      )
      return found
    },

    restore: (field, ids) => restore(uploads, field, ids),
  }
}

function chosenFile(field: string, content: File): RunFile {
  const { name, size, type: mimeType } = content
  return { key: newEventId(), field, name, size, mimeType, state: 'waiting', progress: 0, content }
}

async function restore(uploads: Uploads, field: string, ids: readonly string[]): Promise<void> {
  const { run, list } = uploads
  const unverified = areUnverified(run.runId, field)
  if (ids.every(list.knows) && !unverified) return
  const stored = await fetchUploads(run)
  if (stored && unverified) dropLost(uploads, field, stored)
  const missing = ids.filter((id) => !list.knows(id))
  const there = new Map(stored?.map((one) => [one.id, one]))
  list.append(
    ...missing.map((id): RunFile => {
      const upload = there.get(id)
      if (upload) return storedFile(upload)
      const blank = { id, field, filename: 'Hochgeladene Datei', size: 0, mimeType: '' }
      // If the service is unavailable, assume that the file is still stored.
      return stored ? { ...storedFile(blank), state: 'failed', failure: 'expired' } : storedFile(blank)
    }),
  )
  const lost = new Set(stored ? missing.filter((id) => !there.has(id)) : [])
  if (lost.size > 0) changeIds(uploads, field, (all) => all.filter((id) => !lost.has(id)))
}

/**
 * Marks files of a field as expired if the service no longer has them, and removes their ids from the value of the
 * field.
 */
function dropLost(uploads: Uploads, field: string, stored: readonly UploadResponse[]): void {
  const { run, list } = uploads
  markUploadsVerified(run.runId, field)
  const there = new Set(stored.map(({ id }) => id))
  for (const { key, id, field: own } of list.snapshot().files) {
    if (own !== field || id === undefined || there.has(id)) continue
    fail(uploads, key, 'expired')
    changeIds(uploads, field, (ids) => ids.filter((one) => one !== id))
  }
}

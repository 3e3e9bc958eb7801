import { maxFiles } from '#domain/rules/files.ts'
import { type UploadAnswer, maxUploadBytes } from '#domain/uploads.ts'
import { newEventId } from '#web/tracking/event-id.ts'
import { refusalOf } from './check-file.ts'
import { preparePhoto } from './prepare-photo.ts'
import { fetchUploads, removeUpload, sendFile } from './send-file.ts'
import { mayTryAgain, uploadMessages } from './upload-messages.ts'
import { type UploadRun, noteUpload, openUploadRun } from './upload-run.ts'

type Failure = keyof typeof uploadMessages

/** A file that a visitor has chosen, from the choice until it is removed. */
export interface RunFile {
  key: string
  field: string
  name: string
  /** Bytes. */
  size: number
  mimeType: string
  state: 'waiting' | 'sending' | 'stored' | 'failed'
  /** Part that is sent, 0 to 1. */
  progress: number
  failure?: Failure
  /** Id of the upload when it is stored. */
  id?: string
  /** As long as this page has it. */
  content?: Blob
}

interface Snapshot {
  files: readonly RunFile[]
  /** What to tell somebody who does not see the list. */
  status: { field: string; text: string } | undefined
}

export interface RunFiles {
  subscribe: (listener: () => void) => () => void
  snapshot: () => Snapshot
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
  const made = createRunFiles(run)
  stores.set(run.runId, made)
  return made
}

function createRunFiles(run: UploadRun): RunFiles {
  let current: Snapshot = { files: [], status: undefined }
  const listeners = new Set<() => void>()
  const aborts = new Map<string, AbortController>()
  // One after the other: two at once would both be slower, and the first to be whole can be looked at sooner.
  let queue = Promise.resolve()

  function set(change: Partial<Snapshot>) {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }
  const find = (key: string) => current.files.find((file) => file.key === key)
  const say = (field: string, text: string) => set({ status: { field, text } })
  const update = (key: string, change: Partial<RunFile>) =>
    set({ files: current.files.map((file) => (file.key === key ? { ...file, ...change } : file)) })
  const changeIds = (field: string, change: (ids: readonly string[]) => string[]) =>
    (openUploadRun(run.runId) ?? run).change(field, change)

  function fail(key: string, failure: Failure) {
    const file = find(key)
    if (!file) return
    update(key, { state: 'failed', failure })
    say(file.field, `${file.name}: ${uploadMessages[failure]}`)
  }

  function store(key: string, stored: UploadAnswer) {
    const file = find(key)
    if (!file) return removeUpload(run, stored.id)
    const { id, filename, mimeType, size } = stored
    update(key, { state: 'stored', progress: 1, id, name: filename, mimeType, size })
    changeIds(file.field, (ids) => [...ids.filter((one) => one !== id), id])
    say(file.field, `${filename} ist hochgeladen.`)
  }

  async function upload(key: string) {
    const file = find(key)
    if (!file?.content) return
    const refused = await refusalOf(file.content)
    if (refused) return fail(key, refused)
    const abort = new AbortController()
    aborts.set(key, abort)
    update(key, { state: 'sending', progress: 0 })
    say(file.field, `${file.name} wird hochgeladen.`)
    const prepared = await preparePhoto(asFile(file))
    if (abort.signal.aborted) return
    if (prepared.content.size > maxUploadBytes) return fail(key, 'tooLarge')
    update(key, { content: prepared.content, name: prepared.name, size: prepared.content.size })
    const outcome = await sendFile(run, {
      field: file.field,
      ...prepared,
      onProgress: (progress) => update(key, { progress }),
      signal: abort.signal,
    })
    aborts.delete(key)
    if ('upload' in outcome) return store(key, outcome.upload)
    if (outcome.failure === 'tooMany') await adopt(file.field)
    fail(key, outcome.failure)
  }

  function enqueue(key: string) {
    queue = queue.then(() => upload(key)).catch(() => fail(key, 'unreadable'))
    noteUpload(queue)
  }

  /** Files that the service holds of a field and this page does not know, as when an answer was lost on its way. */
  async function unknownOf(field: string): Promise<UploadAnswer[]> {
    const known = new Set(current.files.map(({ id }) => id))
    const stored = await fetchUploads(run)
    return (stored ?? []).filter((one) => one.field === field && !known.has(one.id))
  }

  /** Shows them, so that they can be removed. */
  async function adopt(field: string) {
    for (const found of await unknownOf(field)) {
      const added = { ...fileOf(found), key: newEventId() }
      set({ files: [...current.files, added] })
      changeIds(field, (ids) => [...ids.filter((id) => id !== found.id), found.id])
    }
  }

  async function tryAgain(key: string) {
    const file = find(key)
    if (!file) return
    const same = (await unknownOf(file.field)).find(({ size }) => size === file.size)
    if (same) store(key, same)
    else enqueue(key)
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    snapshot: () => current,

    add(field, chosen) {
      const others = current.files.filter((file) => file.field !== field || file.state !== 'failed')
      const room = maxFiles - others.filter((file) => file.field === field).length
      const taken = chosen.slice(0, Math.max(0, room)).map((content) => ({
        key: newEventId(),
        field,
        name: content.name,
        size: content.size,
        mimeType: content.type,
        state: 'waiting' as const,
        progress: 0,
        content,
      }))
      set({ files: [...others, ...taken] })
      changeIds(field, (ids) => [...ids])
      for (const { key } of taken) enqueue(key)
      return taken.length === chosen.length
    },

    retry(key) {
      update(key, { state: 'waiting', progress: 0 })
      noteUpload(tryAgain(key))
    },

    remove(key) {
      const file = find(key)
      if (!file) return
      aborts.get(key)?.abort()
      set({ files: current.files.filter((one) => one.key !== key) })
      const { id, field, name } = file
      changeIds(field, (ids) => ids.filter((one) => one !== id))
      if (id !== undefined) removeUpload(run, id)
      say(field, `${name} wurde entfernt.`)
    },

    async restore(field, ids) {
      const known = new Set(current.files.map(({ id }) => id))
      const missing = ids.filter((id) => !known.has(id))
      if (missing.length === 0) return
      const stored = await fetchUploads(run)
      const found = new Map(stored?.map((one) => [one.id, one]))
      const files = missing
        .filter((id) => !current.files.some((file) => file.id === id))
        .map((id): RunFile => {
          const there = found.get(id)
          if (there) return fileOf(there)
          const blank = { key: id, id, field, name: 'Hochgeladene Datei', size: 0, mimeType: '', progress: 1 }
          // Without an answer nothing is known about it, and nothing is lost.
          return stored ? { ...blank, state: 'failed', failure: 'expired' } : { ...blank, state: 'stored' }
        })
      set({ files: [...current.files, ...files] })
      const lost = new Set(files.filter(({ state }) => state === 'failed').map(({ id }) => id))
      if (lost.size > 0) changeIds(field, (all) => all.filter((id) => !lost.has(id)))
    },
  }
}

function fileOf({ id, field, filename, mimeType, size }: UploadAnswer): RunFile {
  return { key: id, id, field, name: filename, mimeType, size, state: 'stored', progress: 1 }
}

function asFile({ content, name }: RunFile): File {
  return content instanceof File
    ? content
    : new File(content ? [content] : [], name, { type: content?.type ?? '' })
}

/** Whether the same file may be sent once more. */
export function canRetry({ state, failure, content }: RunFile): boolean {
  return state === 'failed' && failure !== undefined && content !== undefined && mayTryAgain(failure)
}

import { type UploadAnswer, maxUploadBytes } from '#domain/uploads.ts'
import { refusalOf } from './check-file.ts'
import { type FileList, type RunFile, storedFile } from './file-list.ts'
import { preparePhoto } from './prepare-photo.ts'
import { fetchUploads, removeUpload, sendFile } from './send-file.ts'
import { uploadMessages } from './upload-messages.ts'
import { type UploadRun, openUploadRun } from './upload-run.ts'

export interface UploadDesk {
  run: UploadRun
  list: FileList
  /** Of the files that are being sent, by key. */
  aborts: Map<string, AbortController>
}

/** Changes the answer in the form that is open now: an upload may end on another step than it began. */
export function changeIds(
  { run }: UploadDesk,
  field: string,
  change: (ids: readonly string[]) => string[],
): void {
  const open = openUploadRun(run.runId) ?? run
  open.change(field, change)
}

export function fail({ list }: UploadDesk, key: string, failure: keyof typeof uploadMessages): void {
  const file = list.find(key)
  if (!file) return
  list.update(key, { state: 'failed', failure })
  list.say(file.field, `${file.name}: ${uploadMessages[failure]}`)
}

/** Checks a file, makes it smaller where that helps, sends it, and notes what came of it. */
export async function uploadFile(desk: UploadDesk, key: string): Promise<void> {
  const { run, list, aborts } = desk
  const file = list.find(key)
  if (!file?.content) return
  const refused = await refusalOf(file.content)
  if (refused) return fail(desk, key, refused)
  const abort = new AbortController()
  aborts.set(key, abort)
  list.update(key, { state: 'sending', progress: 0 })
  list.say(file.field, `${file.name} wird hochgeladen.`)
  const { content, name } = await preparePhoto(asFile(file))
  if (abort.signal.aborted) return
  if (content.size > maxUploadBytes) return fail(desk, key, 'tooLarge')
  list.update(key, { content, name, size: content.size })
  const onProgress = (progress: number) => list.update(key, { progress })
  const outcome = await sendFile(run, { field: file.field, content, name, onProgress, signal: abort.signal })
  aborts.delete(key)
  if ('upload' in outcome) return store(desk, key, outcome.upload)
  if (outcome.failure === 'tooMany') await showUnknown(desk, file.field)
  fail(desk, key, outcome.failure)
}

function asFile({ content, name }: RunFile): File {
  if (content instanceof File) return content
  return new File(content ? [content] : [], name, { type: content?.type ?? '' })
}

function store(desk: UploadDesk, key: string, stored: UploadAnswer): void {
  const { run, list } = desk
  const file = list.find(key)
  if (!file) return removeUpload(run, stored.id)
  const { id, filename, mimeType, size } = stored
  list.update(key, { state: 'stored', progress: 1, id, name: filename, mimeType, size })
  changeIds(desk, file.field, (ids) => [...ids.filter((one) => one !== id), id])
  list.say(file.field, `${filename} ist hochgeladen.`)
}

/** Sends a file once more, unless the service has it and only its answer was lost. */
export async function uploadAgain(desk: UploadDesk, key: string): Promise<void> {
  const file = desk.list.find(key)
  if (!file) return
  const same = (await unknownOf(desk, file.field)).find(({ size }) => size === file.size)
  if (same) store(desk, key, same)
  else await uploadFile(desk, key)
}

/** Shows what takes the room in a field, so that it can be removed. */
async function showUnknown(desk: UploadDesk, field: string): Promise<void> {
  for (const found of await unknownOf(desk, field)) {
    desk.list.append(storedFile(found))
    changeIds(desk, field, (ids) => [...ids.filter((id) => id !== found.id), found.id])
  }
}

/** Files that the service holds of a field and this page does not know, as when an answer was lost on its way. */
async function unknownOf({ run, list }: UploadDesk, field: string): Promise<UploadAnswer[]> {
  const stored = await fetchUploads(run)
  return (stored ?? []).filter((one) => one.field === field && !list.knows(one.id))
}

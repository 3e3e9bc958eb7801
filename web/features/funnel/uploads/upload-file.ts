import { type UploadResponse, maxUploadBytes } from '#domain/uploads/upload-types.ts'
import { refusalOf } from './check-file.ts'
import { type FileList, type RunFile, storedFile } from './file-list.ts'
import { preparePhoto } from './prepare-photo.ts'
import { fetchContent, fetchUploads, removeUpload, sendFile } from './send-file.ts'
import { uploadMessages } from './upload-messages.ts'
import { type UploadRun, openUploadRun } from './upload-run.ts'

export interface Uploads {
  run: UploadRun
  list: FileList
  /** Abort controllers of running uploads, by file key. */
  aborts: Map<string, AbortController>
}

/**
 * Changes the upload ids of a field. Uses the form of the step that is open now, because the upload may have started on
 * another step.
 */
export function changeIds(
  { run }: Uploads,
  field: string,
  change: (ids: readonly string[]) => string[],
): void {
  const open = openUploadRun(run.runId) ?? run
  open.change(field, change)
}

export function fail({ list }: Uploads, key: string, failure: keyof typeof uploadMessages): void {
  const file = list.find(key)
  if (!file) return
  list.update(key, { state: 'failed', failure })
  list.announce(file.field, `${file.name}: ${uploadMessages[failure]}`)
}

/** Checks a file, scales it down if it is a large photo, sends it, and updates its state in the list. */
export async function uploadFile(uploads: Uploads, key: string): Promise<void> {
  const { run, list, aborts } = uploads
  const file = list.find(key)
  if (!file?.content) return
  const refused = await refusalOf(file.content)
  if (refused) return fail(uploads, key, refused)
  const abort = new AbortController()
  aborts.set(key, abort)
  list.update(key, { state: 'sending', progress: 0 })
  list.announce(file.field, `${file.name} wird hochgeladen.`)
  const { content, name } = await preparePhoto(asFile(file))
  if (abort.signal.aborted) return
  if (content.size > maxUploadBytes) return fail(uploads, key, 'tooLarge')
  list.update(key, { content, name, size: content.size })
  const onProgress = (progress: number) => list.update(key, { progress })
  const outcome = await sendFile(run, { field: file.field, content, name, onProgress, signal: abort.signal })
  aborts.delete(key)
  if ('upload' in outcome) return store(uploads, key, outcome.upload)
  if (outcome.failure === 'tooMany') await showUnknown(uploads, file.field)
  fail(uploads, key, outcome.failure)
}

function asFile({ content, name }: RunFile): File {
  if (content instanceof File) return content
  return new File(content ? [content] : [], name, { type: content?.type ?? '' })
}

function store(uploads: Uploads, key: string, stored: UploadResponse): void {
  const { run, list } = uploads
  const file = list.find(key)
  if (!file) return removeUpload(run, stored.id)
  const { id, filename } = stored
  list.update(key, { ...storedFile(stored), key, field: file.field, failure: undefined })
  changeIds(uploads, file.field, (ids) => [...ids.filter((one) => one !== id), id])
  list.announce(file.field, `${filename} ist hochgeladen.`)
}

/**
 * Retries an upload. If only the response to the previous attempt was lost, the service has already stored the file.
 * Therefore, a stored file that has the same content and is missing in the list is used instead of a new upload.
 */
export async function uploadAgain(uploads: Uploads, key: string): Promise<void> {
  const file = uploads.list.find(key)
  if (!file) return
  const same = await storedAlready(uploads, file)
  // The visitor may have removed the file meanwhile.
  if (!uploads.list.find(key)) return
  if (same) store(uploads, key, same)
  else await uploadFile(uploads, key)
}

async function storedAlready(uploads: Uploads, file: RunFile): Promise<UploadResponse | undefined> {
  for (const stored of await unknownOf(uploads, file.field)) {
    if (stored.size !== file.size || !file.content) continue
    const content = await fetchContent(uploads.run, stored.id)
    if (content && (await isSameContent(content, file.content))) return stored
  }
  return undefined
}

async function isSameContent(one: Blob, other: Blob): Promise<boolean> {
  const [bytes, others] = await Promise.all([one.arrayBuffer(), other.arrayBuffer()])
  const compared = new Uint8Array(others)
  return new Uint8Array(bytes).every((byte, at) => byte === compared[at])
}

/**
 * Adds the stored files of a field that are missing from the list, because a response was lost or another device has
 * uploaded them. Returns their number.
 */
export async function showUnknown(uploads: Uploads, field: string): Promise<number> {
  const unknown = await unknownOf(uploads, field)
  for (const found of unknown) {
    uploads.list.append(storedFile(found))
    changeIds(uploads, field, (ids) => [...ids.filter((id) => id !== found.id), found.id])
    uploads.list.announce(field, `${found.filename} ist hochgeladen.`)
  }
  return unknown.length
}

/** Returns the stored files of a field that are missing from the list, for example because a response was lost. */
async function unknownOf({ run, list }: Uploads, field: string): Promise<UploadResponse[]> {
  const stored = await fetchUploads(run)
  return (stored ?? []).filter((one) => one.field === field && !list.knows(one.id))
}

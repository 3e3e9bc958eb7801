import type { Store } from '#db/store.ts'
import type { NewUpload, UploadStore } from '#db/upload-store.ts'
import { fieldsOf } from '#domain/funnels/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { maxFiles } from '#domain/rules/files.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { type UploadAnswer, maxUploadBytes } from '#domain/uploads.ts'
import { Problem } from '#service/errors.ts'
import { detectType } from './detect-type.ts'
import { safeFileName } from './file-name.ts'
import { inParts } from './in-parts.ts'
import { ownRun, refuseOrdered } from './own-run.ts'
import {
  emptyFile,
  fileTooLarge,
  malformed,
  noFilesField,
  tooManyFiles,
  unknownUpload,
  wrongFileType,
} from './problems.ts'
import { type IncomingFile, type Patience, readMultipart } from './read-multipart.ts'

export interface ReceiveDeps {
  store: Pick<Store, 'log' | 'uploads'>
  /** ms since the epoch */
  now: () => number
  newId: () => string
  patience: Patience
}

/**
 * Takes a file from a form, part by part, so that memory holds a part and never the file. Answers when it is stored.
 * Throws a Problem when it is refused, and StoreUnavailable; nothing of it is kept then.
 */
export async function receiveUpload(request: Request, deps: ReceiveDeps): Promise<UploadAnswer> {
  const incoming = await readMultipart(request, deps.patience)
  try {
    const { runId, field } = await admit(incoming, request.headers.get('x-run-secret') ?? undefined, deps)
    return await keep(incoming, { runId, field }, deps)
  } catch (error) {
    if (error instanceof Problem) await incoming.discard()
    throw error
  }
}

/** Whether the file may come, decided before any of it is read. */
async function admit({ fields }: IncomingFile, secret: string | undefined, { store }: ReceiveDeps) {
  const [runId, field] = [fields.get('runId'), fields.get('field')]
  if (runId === undefined || field === undefined)
    throw malformed('The fields runId and field must come before the file.')
  const events = await ownRun(store.log, runId, secret)
  if (!takesFiles(events, field)) throw noFilesField(field)
  refuseOrdered(events)
  const id = runId.toLowerCase()
  const there = (await store.uploads.list(id)).filter((upload) => upload.field === field)
  if (there.length >= maxFiles) throw tooManyFiles()
  return { runId: id, field }
}

function takesFiles([first]: readonly StoredEvent[], name: string): boolean {
  const funnel = funnelByType(first?.funnel ?? '')
  return (
    funnel !== undefined && fieldsOf(funnel).some((field) => field.kind === 'files' && field.name === name)
  )
}

async function keep(
  { filename, content }: IncomingFile,
  place: Pick<NewUpload, 'runId' | 'field'>,
  { store: { uploads }, now, newId }: ReceiveDeps,
): Promise<UploadAnswer> {
  const parts = inParts(content)
  const { value: head, done } = await parts.next()
  if (done) throw emptyFile()
  const mimeType = await detectType(head)
  if (!mimeType) throw wrongFileType()
  const upload = { ...place, id: newId(), filename: safeFileName(filename, mimeType), mimeType }
  await uploads.begin({ ...upload, createdAt: now() })
  try {
    const size = await addAll(uploads, upload.id, { head, rest: parts })
    const outcome = await uploads.finish(upload.id, { size, most: maxFiles })
    if (outcome === 'too-many') throw tooManyFiles()
    // It was erased while it came.
    if (outcome === 'gone') throw unknownUpload()
    const { id, field, filename: name } = upload
    return { id, field, filename: name, mimeType, size }
  } catch (error) {
    // What cannot be removed now goes with the expired ones.
    await uploads.remove([upload.id]).catch(() => undefined)
    throw error
  }
}

async function addAll(
  uploads: UploadStore,
  id: string,
  { head, rest }: { head: Uint8Array; rest: AsyncIterable<Uint8Array> },
): Promise<number> {
  let number = 0
  let size = 0
  const add = async (part: Uint8Array) => {
    size += part.length
    if (size > maxUploadBytes) throw fileTooLarge()
    if (!(await uploads.add(id, number++, part))) throw unknownUpload()
  }
  await add(head)
  for await (const part of rest) await add(part)
  return size
}

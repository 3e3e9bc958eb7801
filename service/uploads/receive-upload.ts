import type { Store } from '#db/ports/store.ts'
import type { NewUpload, UploadStore } from '#db/ports/upload-store.ts'
import { maxFiles } from '#domain/forms/rules/files.ts'
import { type UploadResponse, maxRunUploadBytes, maxUploadBytes } from '#domain/uploads/upload-types.ts'
import { Problem } from '#service/http/errors.ts'
import type { ConversionQueue } from './conversion-queue.ts'
import { type ConvertProof, convertUpload } from './convert-upload.ts'
import { detectType } from './detect-type.ts'
import { safeFileName } from './file-name.ts'
import { splitIntoParts } from './split-into-parts.ts'
import { refuseOrdered } from './own-run.ts'
import type { UploadPace } from './pace.ts'
import {
  emptyFile,
  fileTooLarge,
  quotaFull,
  runFull,
  tooManyFiles,
  unknownUpload,
  wrongFileType,
} from './problems.ts'
import { type IncomingFile, readMultipart } from './read-multipart.ts'

export interface ReceiveDeps {
  store: Pick<Store, 'log' | 'uploads'>
  /** ms since the epoch */
  now: () => number
  newId: () => string
  pace: UploadPace
  /** Maximum total size of all uploads without an order, in bytes. */
  quota: number
  convertProof: ConvertProof
  queue: ConversionQueue
}

/** Run and field for which the caller is authorised, and the funnel of the run. */
export interface UploadTarget extends Pick<NewUpload, 'runId' | 'field'> {
  funnel: string
}

export interface IncomingUpload extends UploadTarget {
  request: Request
  /** True if the files belong to an order that is being amended. They can then replace files of the order. */
  isAmendment?: boolean
  /** Address of the client. */
  client: string
  /**
   * Counts received bytes towards the client's limit, even if they are not kept. Throws a `Problem` if the limit is
   * exceeded.
   */
  charge: (bytes: number) => Promise<void>
  /** Counts the duration of the conversion, in ms, towards the client's limit. */
  chargeTime: (ms: number) => Promise<void>
}

/**
 * Receives a file from a form part by part, so that memory does not hold whole files of many slow clients, and converts
 * it to pages of the letter. Resolves when file and pages are stored. Throws a `Problem` if the file is refused, and
 * `StoreUnavailable` if the store fails. In both cases, nothing is stored.
 */
export async function receiveUpload(receiving: IncomingUpload, deps: ReceiveDeps): Promise<UploadResponse> {
  const { request, charge } = receiving
  const incoming = await readMultipart(request, { pace: deps.pace, charge })
  try {
    await refuseFull(receiving, deps)
    return await keep(incoming, receiving, deps)
  } catch (error) {
    if (error instanceof Problem) await incoming.discard()
    incoming.close()
    throw error
  }
}

/**
 * Throws a `Problem` if the run was ordered, or if the run or the field can take no more files. This early check saves
 * visitors from sending a file in vain. The limits are checked again when the file is complete.
 */
async function refuseFull(
  { runId, field, isAmendment }: Pick<IncomingUpload, 'runId' | 'field' | 'isAmendment'>,
  { store }: ReceiveDeps,
): Promise<void> {
  if (!isAmendment) await refuseOrdered(store.log, runId)
  const most = limitsOf(isAmendment)
  const held = await store.uploads.list(runId)
  if (held.filter((upload) => upload.field === field).length >= most.maxFiles) throw tooManyFiles()
  if (held.reduce((sum, { size }) => sum + size, 0) >= most.maxBytes) throw runFull()
}

/**
 * Returns the maximum number of files in a field and of bytes in a run. An amendment may add as many again, because the
 * files of the order stay stored: messages about the order refer to them.
 */
function limitsOf(isAmendment = false): { maxFiles: number; maxBytes: number } {
  const times = isAmendment ? 2 : 1
  return { maxFiles: maxFiles * times, maxBytes: maxRunUploadBytes * times }
}

/** Minimum size of a form without its file, in bytes. */
const formBytes = 200

/**
 * Returns the maximum size of the file according to Content-Length. The body cannot be longer than this header says,
 * because the HTTP parser enforces the header.
 */
function sizeOf(request: Request): number {
  const length = Number(request.headers.get('content-length') ?? Number.NaN)
  return Number.isNaN(length) ? maxUploadBytes : Math.min(maxUploadBytes, Math.max(0, length - formBytes))
}

async function keep(
  { filename, content }: Pick<IncomingFile, 'filename' | 'content'>,
  { request, runId, field, funnel, client, chargeTime, isAmendment }: IncomingUpload,
  { store: { uploads }, now, newId, quota, ...conversion }: ReceiveDeps,
): Promise<UploadResponse> {
  const parts = splitIntoParts(content)
  const { value: head, done } = await parts.next()
  if (done) throw emptyFile()
  const mimeType = await detectType(head)
  if (!mimeType) throw wrongFileType()
  const upload = { runId, field, id: newId(), filename: safeFileName(filename, mimeType), mimeType }
  const room = { quota, wanted: sizeOf(request), now: now() }
  const begun = await uploads.begin({ ...upload, createdAt: now() }, room)
  if (begun === 'no-room') throw quotaFull()
  try {
    const size = await addAll(uploads, upload.id, { head, rest: parts })
    const received = { ...upload, size, funnel, client, chargeTime, signal: request.signal }
    const { pages, pageBytes } = await convertUpload(received, { uploads, ...conversion })
    const outcome = await uploads.finish(upload.id, { size, pageBytes, ...limitsOf(isAmendment) })
    if (outcome === 'too-many') throw tooManyFiles()
    if (outcome === 'run-full') throw runFull()
    // The run was erased during the upload.
    if (outcome === 'gone') throw unknownUpload()
    return { id: upload.id, field, filename: upload.filename, mimeType, size, pages }
  } catch (error) {
    // If this removal fails, the upload is removed when it expires.
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

import type { UploadStore } from '#db/ports/upload-store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { maxLetterProofPages } from '#domain/uploads/proof-rules.ts'
import { fieldsShownWith } from '#domain/uploads/shown-together.ts'
import type { UploadType } from '#domain/uploads/upload-types.ts'
import { type ConversionQueue, tooManyConversions } from './conversion-queue.ts'
import { brokenOff, refusedProof, unknownUpload } from './problems.ts'
import { readContent } from './read-content.ts'
import type { Typesetter } from '#service/documents/typesetter.ts'
import { countPages, savePages } from '#service/documents/proofs/stored-pages.ts'

export type ConvertProof = Typesetter['convertProof']

export interface ConversionDeps {
  uploads: UploadStore
  convertProof: ConvertProof
  queue: ConversionQueue
}

/** An upload whose parts are all stored, but which is not finished. */
export interface ReceivedUpload {
  id: string
  runId: string
  funnel: string
  field: string
  mimeType: UploadType
  size: number
  client: string
  /** Aborted when the client disconnects. */
  signal: AbortSignal
  /** Counts the duration of the conversion, in ms, towards the client's limit. */
  chargeTime: (ms: number) => Promise<void>
}

/**
 * Converts an upload to pages of the letter and stores them. Waits for its turn first, so that the process holds one
 * whole file at a time. Throws a `Problem` if the file cannot become pages, or if the letter would have too many.
 */
export async function convertUpload(
  upload: ReceivedUpload,
  deps: ConversionDeps,
): Promise<{ pages: number; pageBytes: number }> {
  const { uploads, convertProof, queue } = deps
  return queue.run(upload.client, async () => {
    if (upload.signal.aborted) throw brokenOff()
    const pagesLeft = maxLetterProofPages - (await countOtherPages(uploads, upload))
    if (pagesLeft <= 0) throw refusedProof('tooManyProofPages')
    const content = Buffer.concat(await Array.fromAsync(readContent(uploads, upload)))
    const startedAt = performance.now()
    const result = await convertProof({ content, type: upload.mimeType, pagesLeft })
    await upload.chargeTime(Math.ceil(performance.now() - startedAt))
    if (result.code === 'busy') throw tooManyConversions()
    if (result.code !== 'converted') throw refusedProof(result.code)
    const pageBytes = await savePages(uploads, upload.id, result.pages)
    // The run was erased during the conversion.
    if (pageBytes === undefined) throw unknownUpload()
    return { pages: result.pages.length, pageBytes }
  })
}

/** Returns the number of pages of the run's other files that are shown together with this one. */
async function countOtherPages(
  uploads: UploadStore,
  { runId, funnel, field }: ReceivedUpload,
): Promise<number> {
  const declared = funnelByType(funnel)
  const fields = declared ? fieldsShownWith(declared, field) : new Set([field])
  const others = (await uploads.list(runId)).filter((other) => fields.has(other.field))
  const counts = await Promise.all(others.map(({ id }) => countPages(uploads, id)))
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}

import { PDFArray, type PDFContext, PDFDict, type PDFObject, PDFRef, PDFStream } from '@cantoo/pdf-lib'
import { RefusedProof } from '#service/documents/proofs/proof-page.ts'

/** Maximum number of objects that are examined. A scanned page has about ten, a form with many fields thousands. */
const maxObjects = 200_000

/** A dictionary, and the stream that it describes, if any. */
export interface Found {
  dict: PDFDict
  stream: PDFStream | undefined
}

/**
 * Yields all dictionaries that can be reached from `roots`, each once. Does not recurse, because files can nest objects
 * as deeply as they like. Throws `RefusedProof` after `maxObjects` objects.
 */
export function* reachableObjects(context: PDFContext, roots: readonly PDFObject[]): Generator<Found> {
  const seen = new Set<PDFObject>()
  const pending = [...roots]
  for (let next = pending.pop(); next; next = pending.pop()) {
    const object = next instanceof PDFRef ? context.lookup(next) : next
    if (!object || seen.has(object)) continue
    seen.add(object)
    if (seen.size > maxObjects) throw new RefusedProof('tooComplex')
    if (object instanceof PDFArray) pending.push(...object.asArray().filter(isCompound))
    const dict = object instanceof PDFStream ? object.dict : object
    if (!(dict instanceof PDFDict)) continue
    yield { dict, stream: object instanceof PDFStream ? object : undefined }
    // The caller may have removed entries.
    pending.push(...dict.values().filter(isCompound))
  }
}

function isCompound(object: PDFObject): boolean {
  return (
    object instanceof PDFRef ||
    object instanceof PDFDict ||
    object instanceof PDFArray ||
    object instanceof PDFStream
  )
}

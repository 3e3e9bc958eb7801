import { maxFilePages } from '#domain/uploads/proof-rules.ts'
import type { UploadType } from '#domain/uploads/upload-types.ts'
import { readBmp } from '#service/documents/proofs/images/read-bmp.ts'
import { readImage } from '#service/documents/proofs/images/read-image.ts'
import { type ProofPage, type ProofResult, RefusedProof } from './proof-page.ts'

export interface ProofRequest {
  content: Uint8Array
  /** Type of the file, detected from its content. */
  type: UploadType
  /** Number of pages that the other proofs leave to this file, at most `maxLetterProofPages`. */
  pagesLeft: number
}

/** Returns the pages of a file, at most `maxPages`. Throws `RefusedProof` or an error of a decoder. */
export type ProofReader = (content: Uint8Array, maxPages: number) => Promise<ProofPage[]>

/**
 * Converts a file to pages of a letter. Pages are upright, fit into `printArea`, have at most `maxProofPageBytes` bytes
 * and carry no metadata. Every page is produced anew, so nothing of the file gets into the letter except what is
 * visible.
 *
 * The decoders are written in C, C++ and JavaScript and read hostile files: call this only in a child process with
 * limited memory and time. If the child dies, the file is `tooComplex`.
 */
export async function convertProof({ content, type, pagesLeft }: ProofRequest): Promise<ProofResult> {
  try {
    const read = await readerOf(type)
    const pages = await read(content, maxFilePages)
    if (pages.length > pagesLeft) return { code: 'tooManyProofPages' }
    return { code: 'converted', pages }
  } catch (error) {
    // Decoders throw errors of many kinds for files that they cannot read.
    return { code: error instanceof RefusedProof ? error.code : 'broken' }
  }
}

async function readerOf(type: UploadType): Promise<ProofReader> {
  switch (type) {
    case 'application/pdf':
      // The libraries for PDF and HEIC take time and memory to load, which other files do not need.
      return (await import('#service/documents/proofs/pdf/read-pdf.ts')).readPdf
    case 'image/heic':
    case 'image/heif':
      return (await import('#service/documents/proofs/images/read-heic.ts')).readHeic
    case 'image/bmp':
      return readBmp
    case 'image/avif':
    case 'image/gif':
    case 'image/jpeg':
    case 'image/png':
    case 'image/tiff':
    case 'image/webp':
      return readImage
  }
}

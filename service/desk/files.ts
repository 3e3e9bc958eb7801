import { Readable } from 'node:stream'
import type { Upload, UploadStore } from '#db/ports/upload-store.ts'
import { readContent } from '#service/uploads/read-content.ts'

/**
 * Headers of files that are shown in the browser. Files of visitors are hostile until proven otherwise, so the page has
 * no rights: no scripts, no requests, and a unique origin.
 */
const closed = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'content-security-policy':
    "default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
}

/** PDF files have no sandbox, because browsers do not show PDFs in one. Their viewers run no scripts of the site. */
const closedPdf = {
  ...closed,
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; object-src 'self'; frame-ancestors 'none'",
}

const inline = (filename: string) => `inline; filename*=UTF-8''${encodeURIComponent(filename)}`

/** Returns a PDF of our own to be shown in the browser. */
export function fileResponse(content: Uint8Array, filename: string): Response {
  return new Response(Buffer.from(content), {
    headers: { ...closedPdf, 'content-type': 'application/pdf', 'content-disposition': inline(filename) },
  })
}

/** Returns a customer's upload to be shown in the browser; types that browsers do not show are downloaded. */
export function proofResponse(uploads: Pick<UploadStore, 'read'>, upload: Upload): Response {
  const { filename, mimeType, size } = upload
  const body = Readable.toWeb(Readable.from(readContent(uploads, upload), { objectMode: false }))
  return new Response(body as ReadableStream<Uint8Array>, {
    headers: {
      ...(mimeType === 'application/pdf' ? closedPdf : closed),
      'content-type': mimeType,
      'content-length': String(size),
      'content-disposition': inline(filename),
    },
  })
}

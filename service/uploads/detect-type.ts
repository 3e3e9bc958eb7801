import { type UploadType, uploadTypes } from '#domain/uploads.ts'

/** What a file is by its first bytes, undefined when it is none of what is taken. */
export async function detectType(head: Uint8Array): Promise<UploadType | undefined> {
  // Loaded with the first upload: it knows 180 kinds of files, and a service that gets none needs none of it.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // An animated PNG is a PNG.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return mime !== undefined && Object.hasOwn(uploadTypes, mime) ? (mime as UploadType) : undefined
}

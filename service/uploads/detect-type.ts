import { type UploadType, uploadTypes } from '#domain/uploads/upload-types.ts'

/** Returns the type of a file by its first bytes, or undefined if the type is not accepted. */
export async function detectType(head: Uint8Array): Promise<UploadType | undefined> {
  // The library knows 180 types, and a service without uploads does not need it. It is therefore loaded at the first
  // upload.
  const { fileTypeFromBuffer } = await import('file-type')
  const found = await fileTypeFromBuffer(head).catch(() => undefined)
  // An animated PNG is accepted as a PNG.
  const mime = found?.mime === 'image/apng' ? 'image/png' : found?.mime
  return mime !== undefined && Object.hasOwn(uploadTypes, mime) ? (mime as UploadType) : undefined
}

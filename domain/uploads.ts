// What visitors may upload, known to the page and the service alike. Without zod: the page loads it with the field.

/** One file, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024

/** All files of an order together: so much goes into one message. */
export const maxOrderUploadBytes = 20 * 1024 * 1024

export const tooLargeTogether =
  'Ihre Dateien sind zusammen größer als 20 MB. Bitte entfernen Sie eine davon oder laden Sie eine kleinere hoch.'

/** What is taken, by content and not by name, each with the endings that its names may have. */
export const uploadTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type UploadType = keyof typeof uploadTypes

/** Ends of the problem types that tell apart why an upload was refused. */
export const uploadProblems = {
  wrongType: 'wrong-file-type',
  tooLarge: 'file-too-large',
  empty: 'empty-file',
  tooMany: 'too-many-files',
  brokenOff: 'broken-off',
  ordered: 'ordered-already',
} as const

/** One upload as its run is told about it. */
export interface UploadAnswer {
  id: string
  field: string
  filename: string
  mimeType: string
  /** Bytes. */
  size: number
}

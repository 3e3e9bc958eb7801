// Upload limits shared by the pages and the service. This module does not import zod, because the page loads it with
// the field.

/** Maximum size of one file, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024

/** Maximum total size of the files of an order, in bytes: the limit of one webhook message. */
export const maxOrderUploadBytes = 20 * 1024 * 1024

/** Maximum size of all files of a run, in bytes: enough for an order and for some files that are replaced. */
export const maxRunUploadBytes = 30 * 1024 * 1024

/** Minimum upload speed, averaged over `uploadPaceMs`; a slower upload is aborted. */
export const minUploadBytesPerSecond = 8 * 1024
export const uploadPaceMs = 20_000

export const tooLargeTogether =
  'Ihre Dateien sind zusammen größer als 20 MB. Bitte entfernen Sie eine davon oder laden Sie eine kleinere hoch.'

/** Accepted MIME types, detected by content, with the file extensions allowed for each. */
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

/** Last segments of the problem types for refused uploads. */
export const uploadProblems = {
  wrongType: 'wrong-file-type',
  tooLarge: 'file-too-large',
  empty: 'empty-file',
  tooMany: 'too-many-files',
  brokenOff: 'broken-off',
  runFull: 'run-quota',
  clientFull: 'client-quota',
  full: 'quota',
  ordered: 'ordered-already',
} as const

/** An upload as returned to the client. */
export interface UploadResponse {
  id: string
  field: string
  filename: string
  mimeType: string
  /** In bytes. */
  size: number
}

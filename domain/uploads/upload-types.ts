// Upload limits shared by the pages and the service. This module must not import zod: pages that contain an upload
// field would then have to load zod as well.

/** Maximum size of one file, in bytes. */
export const maxUploadBytes = 10 * 1024 * 1024

/**
 * Maximum total size of the files of an order, in bytes. It is limited, because one webhook message contains all files
 * of an order.
 */
export const maxOrderUploadBytes = 20 * 1024 * 1024

/**
 * Maximum total size of the files of a run, in bytes. It is enough for the files of an order and for some files that
 * the visitor has replaced.
 */
export const maxRunUploadBytes = 30 * 1024 * 1024

/** Minimum upload speed, averaged over `uploadPaceMs`; a slower upload is aborted. */
export const minUploadBytesPerSecond = 8 * 1024
export const uploadPaceMs = 20_000

/** Accepted MIME types, with the file extensions allowed for each. The type of a file is detected from its content. */
export const uploadTypes = {
  'application/pdf': ['pdf'],
  'image/jpeg': ['jpg', 'jpeg', 'jfif'],
  'image/png': ['png'],
  'image/webp': ['webp'],
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'image/heif': ['heif', 'heic'],
  'image/avif': ['avif'],
  'image/bmp': ['bmp'],
  'image/tiff': ['tif', 'tiff'],
} as const satisfies Record<string, readonly [string, ...string[]]>

export type UploadType = keyof typeof uploadTypes

/** Last segments of the problem type URIs that are returned for refused uploads. */
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
  /** Size of the file, in bytes. */
  size: number
  /** Number of pages in the letter. Absent for a file that was uploaded before files were converted. */
  pages?: number
}

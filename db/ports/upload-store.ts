export interface NewUpload {
  /** A new UUID. */
  id: string
  runId: string
  /** Name of the form field for which the file was uploaded. The field is of the kind `files`. */
  field: string
  filename: string
  mimeType: string
  /** ms since the epoch */
  createdAt: number
}

/** The quota for all uploads that belong to no order, and the share of the quota that a new upload needs. */
export interface UploadRoom {
  /** Maximum total bytes of all uploads that belong to no order. */
  quota: number
  /** Bytes reserved for the new upload until it is complete. */
  wanted: number
  /** ms since the epoch */
  now: number
}

export interface Upload extends NewUpload {
  /** Size in bytes. */
  size: number
  /** Last position of the log when the upload began. If a later event erases the run, the upload is erased too. */
  position: number
}

/**
 * Maximum size of a part in bytes, small enough that writing a part does not delay other writes for long. It is a
 * multiple of three, so that the base64 of each part has no padding.
 */
export const uploadPartBytes = 192 * 1024

/**
 * Stores files of visitors. Contents and names are encrypted and bound to the visitor's run. Files are written and read
 * in parts, so that no process ever has a whole file in memory. An upload becomes visible when it is finished. An
 * interrupted upload expires.
 */
export interface UploadStore {
  /**
   * Begins an upload. With `room`, the upload counts towards the quota. If the quota is full, uploads of runs without
   * recent visitor activity are removed (`decideRoom`). Returns `no-room` if that does not free enough space.
   */
  begin(upload: NewUpload, room?: UploadRoom): Promise<'begun' | 'no-room'>
  /**
   * Adds a part of at most `uploadPartBytes`. The numbers of the parts of the content count from 0 without gaps; parts
   * with higher numbers hold what was derived from the content. Returns false if the upload is
   * finished or was removed meanwhile, for example by an erasure.
   */
  add(id: string, number: number, bytes: Uint8Array): Promise<boolean>
  /**
   * Completes an upload. If that is impossible, returns the reason:
   * - `too-many`: the field already has `maxFiles` complete uploads in this run.
   * - `run-full`: the run would exceed `maxBytes`.
   * - `gone`: the upload was removed meanwhile.
   * Both limits are checked in the transaction that completes the upload. After a refusal the upload stays invisible;
   * `remove` deletes it.
   */
  finish(id: string, whole: WholeUpload): Promise<FinishedUpload>
  /**
   * Returns a run's complete uploads, in the order in which they began. Throws if a name was changed in the database.
   */
  list(runId: string): Promise<Upload[]>
  find(id: string): Promise<Upload | undefined>
  /**
   * Returns a part of an upload, or undefined after the last part. Uploads that are not finished can be read as well,
   * so that their content can be checked. Throws if the part was changed in the
   * database.
   */
  read(id: string, number: number): Promise<Uint8Array | undefined>
  /**
   * Removes uploads, complete or not; ignores unknown ids. Ciphertexts may remain in the files of the database until
   * they are overwritten.
   */
  remove(ids: readonly string[]): Promise<void>
  /**
   * Removes the oldest uploads that were begun at or before `until` and are not kept (see `keep`). Returns their
   * number. If `keep` runs at the same time, it either keeps its uploads or returns false.
   */
  expire(until: number, limit: number): Promise<number>
  /**
   * Marks uploads as kept, because they are part of an order that is being placed. Kept uploads are removed together
   * with the personal values of their run. If the run has no order, `settleKept` removes them. Returns false and
   * changes nothing if an upload is missing or incomplete. `at` is the current time in ms since the epoch. Each
   * repeated call postpones the check by `settleKept`, unless `settleKept` has already found the order.
   */
  keep(ids: readonly string[], at: number): Promise<boolean>
  /**
   * Checks the oldest `limit` uploads that were kept at or before `until` and have not been checked yet. Removes those
   * whose run has no order, because the append of the order failed and was not repeated. The once key of an order (see
   * `orderKey`) is `orderPrefix` followed by the run id. Returns the numbers of removed and of checked uploads.
   */
  settleKept(step: KeptStep): Promise<{ removed: number; checked: number }>
  /** Returns the total bytes of all uploads that are not kept (see `keep`), with their pages and incomplete ones. */
  unkeptBytes(): Promise<number>
}

export interface WholeUpload {
  size: number
  /** Bytes of the pages that were derived from the content. They count towards the quota, but not towards `maxBytes`. */
  pageBytes?: number
  /** Maximum number of files in a field of a run. */
  maxFiles: number
  /** Maximum number of bytes in all fields of a run together. */
  maxBytes: number
}

export type FinishedUpload = 'finished' | 'too-many' | 'run-full' | 'gone'

export interface KeptStep {
  /** ms since the epoch */
  until: number
  orderPrefix: string
  limit: number
}

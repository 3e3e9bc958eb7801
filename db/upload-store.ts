export interface NewUpload {
  /** A UUID, never used before. */
  id: string
  runId: string
  /** The `files` field that it answers. */
  field: string
  filename: string
  mimeType: string
  /** ms since the epoch */
  createdAt: number
}

export interface Upload extends NewUpload {
  /** Bytes. */
  size: number
  /** Head of the log when it was begun: what an erasure of that time, or a later one, is about. */
  position: number
}

/**
 * Bytes of one part at most: small enough that neither memory nor the writer of the store feels it. A multiple of three,
 * so that each part ends where its base64 ends.
 */
export const uploadPartBytes = 192 * 1024

/**
 * What visitors upload, encrypted with its name and bound to its run. It comes and goes in parts, so that nobody ever
 * holds a whole file. An upload can be seen when it is finished; one that broke off is removed like one that expired.
 */
export interface UploadStore {
  begin(upload: NewUpload): Promise<void>
  /**
   * Adds a part of at most `uploadPartBytes`; `number` counts from 0 without a gap. False when the upload was removed
   * meanwhile, as by an erasure, or is finished.
   */
  add(id: string, number: number, bytes: Uint8Array): Promise<boolean>
  /**
   * Makes it whole. `too-many` when its field of its run holds `most` whole ones already, decided in the transaction;
   * `gone` when it was removed meanwhile. In both cases nothing of it can be seen, and `remove` clears it away.
   */
  finish(id: string, whole: { size: number; most: number }): Promise<'finished' | 'too-many' | 'gone'>
  /** Whole ones of a run, in the order in which they were begun. Throws when a name was changed in the database. */
  list(runId: string): Promise<Upload[]>
  find(id: string): Promise<Upload | undefined>
  /** A part of a whole upload, undefined behind the last one. Throws when it was changed in the database. */
  read(id: string, number: number): Promise<Uint8Array | undefined>
  /** Removes uploads, whole or not; unknown ids are passed over. Resolves when their bytes are overwritten, or by no statement readable any more (PostgreSQL). */
  remove(ids: readonly string[]): Promise<void>
  /**
   * Removes, like `remove`, uploads begun at this instant or before it that nothing has kept, whole or not, the oldest
   * first; answers how many. One that is being kept meanwhile either stays or is not kept.
   */
  expire(until: number, limit: number): Promise<number>
  /**
   * They belong to an order: from now on they go with the personal values of their run and not before. False, and
   * nothing of it done, when one of them is not there or not whole; keeping one twice is harmless.
   */
  keep(ids: readonly string[]): Promise<boolean>
}

export interface NewHandover {
  runId: string
  /** SHA-256 of the id in hex. The id itself is not stored, so reading the database is not enough to use it. */
  idHash: string
  /** Draft, encrypted by the browser with a key that the service never learns. */
  ciphertext: Uint8Array
  /** ms since the epoch, like the other times. */
  createdAt: number
  expiresAt: number
}

export interface StoredHandover {
  isRead: boolean
  expiresAt: number
}

/**
 * Drafts that wait for another device. Each run has at most one. A hand-over that has expired counts as absent, even
 * before `expire` removes it.
 */
export interface HandoverStore {
  /**
   * Stores the hand-over of a run in place of an earlier one. Returns `full`, and keeps the earlier one, if `limit`
   * hand-overs of other runs are waiting to be read.
   */
  put(handover: NewHandover, limit: number): Promise<'stored' | 'full'>
  find(runId: string, now: number): Promise<StoredHandover | undefined>
  /** Returns the run of a hand-over, read or not. */
  findRun(idHash: string, now: number): Promise<string | undefined>
  /**
   * Returns the ciphertext and removes it in the same transaction, so that only one of several callers receives it.
   * Returns a hand-over without ciphertext if it was read before, and undefined if there is none.
   */
  take(idHash: string, now: number): Promise<{ runId: string; ciphertext?: Uint8Array } | undefined>
  /** Removes the hand-over of a run, if there is one. */
  remove(runId: string): Promise<void>
  /** Removes at most `limit` hand-overs that have expired; returns their number. */
  expire(now: number, limit: number): Promise<number>
}

/**
 * Number of positions per archived range. On PostgreSQL, a range is a partition of `events`. Stores take another size as
 * an option, for tests.
 */
export const rangePositions = 10_000_000

/** The positions after `after`, up to and including `upTo`. */
export interface PositionRange {
  after: number
  upTo: number
}

/** A range of the log with all its events in a file. */
export interface FiledRange extends PositionRange {
  /** Number of events in the file. Operational events are not among them: they stay in the database. */
  events: number
  /** Time at which the first position of the range was given, in ms since the epoch. */
  firstAt: number
  /** Name of the file, without its folder. */
  file: string
  /** Size of the file in bytes. */
  bytes: number
  /** SHA-256 of the file, in hex. */
  sha256: string
  /** ms since the epoch */
  archivedAt: number
}

export interface ArchivedRange extends FiledRange {
  /** False while the log still contains events that are to be removed, because the removal was interrupted. */
  isRemoved: boolean
}

export interface ArchiveOptions {
  /** Called after each step of a long removal with the last position that was examined. */
  onProgress?: (position: number) => void
}

/**
 * Ranges of the log whose events were written to files. From such a range, the log keeps the events of every run that may
 * still be needed (see `removableRuns`). The archived ranges have no gaps between them and begin with the first position.
 */
export interface ArchiveStore {
  /** Returns the archived ranges, oldest first. */
  ranges(): Promise<ArchivedRange[]>
  /** Returns the last position of the archived ranges; 0 if there are none. */
  end(): Promise<number>
  /**
   * Returns the range after the archived ones, with the number of its events; undefined unless the log has an event after
   * this range.
   */
  nextRange(): Promise<(PositionRange & { events: number }) | undefined>
  /**
   * Records a range, and removes the events of its removable runs from the log. Keeps the ids of removed events, so that
   * their repeats remain duplicates. The file must be complete and verified. The live projections must have reached the
   * end of the range. Appends wait only for milliseconds meanwhile. An interrupted call can be repeated with the same
   * range. Returns the number of events that this call has removed.
   */
  archive(range: FiledRange, options?: ArchiveOptions): Promise<{ removed: number }>
  /** Returns those of the runs whose events were removed. Later events of such a run may be in the log. */
  runsAmong(runIds: readonly string[]): Promise<string[]>
}

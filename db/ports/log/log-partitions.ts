/**
 * Upkeep of a log that is divided into partitions by position. Both methods can run while other processes append, and
 * may be called in several processes at once.
 */
export interface LogPartitions {
  /**
   * Adds empty partitions until there is room for the events of two partitions after the end of the log. Returns how many
   * were added. Throws `StoreUnavailable` if another session keeps the log locked.
   */
  extend(): Promise<number>
  /** Counts the values of the whole log for the planner of queries if the log has grown by a tenth since it did so. */
  refreshStatistics(): Promise<void>
  /** Returns the number of positions after the end of the log for which there are partitions. */
  positionsLeft(): Promise<number>
}

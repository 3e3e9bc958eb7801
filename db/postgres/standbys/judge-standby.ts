import type { StandbyState } from '#db/ports/standbys.ts'

/** What the primary says about itself. */
export interface PrimaryReport {
  /** Identifies the cluster; a base backup keeps it. */
  system: string
  /** Each promotion begins a new timeline. */
  timeline: number
  /** End of the write-ahead log on the disk, in bytes. */
  written: number
}

/** What a host says about itself. */
export interface StandbyReport {
  system: string
  inRecovery: boolean
  /**
   * Timeline that the database contains as data. A standby that has replayed the end of an earlier timeline, which the
   * primary does not have, never shows the primary's.
   */
  timeline: number | undefined
  /** End of the replayed write-ahead log, in bytes. */
  replayed: number
}

/** End of the primary's log at a time, in ms of a clock of this process. */
export interface Sample {
  at: number
  written: number
}

/** Returns the newest of these times at which the primary had written nothing that the standby has not replayed. */
export function caughtUpAt(samples: readonly Sample[], { replayed }: StandbyReport): number | undefined {
  return samples.findLast(({ written }) => written <= replayed)?.at
}

/**
 * Returns whether a standby had replayed more at an earlier time than the primary has written since. The primary was
 * then restored from an older copy, and the standby shows what is lost.
 */
export function isAhead(earlier: StandbyReport, primary: PrimaryReport): boolean {
  const isComparable = earlier.system === primary.system && earlier.timeline === primary.timeline
  return isComparable && earlier.replayed > primary.written
}

/** Returns why a host cannot be trusted to show the primary's data; undefined if it can. */
export function refusalOf(
  primary: PrimaryReport,
  { ahead, ...standby }: StandbyReport & { ahead: boolean | undefined },
): string | undefined {
  if (standby.system !== primary.system) return 'belongs to another cluster'
  if (!standby.inRecovery) return 'is not a standby'
  if (standby.timeline !== primary.timeline)
    return `has not followed the primary to timeline ${primary.timeline}`
  return ahead ? 'is ahead of the primary' : undefined
}

/**
 * Returns the state of a standby that caught up last at `caughtUp`, which is left out if its lag exceeds `maxLagMs`.
 * The lag grows also while the primary does not respond, because the standby's data may be outdated then. It does not
 * grow while the primary is idle.
 */
export function stateOfLag(
  caughtUp: number | undefined,
  { now, maxLagMs }: { now: number; maxLagMs: number },
): StandbyState {
  const lagMs = caughtUp === undefined ? undefined : Math.max(0, now - caughtUp)
  return lagMs !== undefined && lagMs <= maxLagMs ? { state: 'usable', lagMs } : { state: 'lagging', lagMs }
}

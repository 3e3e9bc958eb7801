import type { LiveReport } from './shape.ts'

const minuteMs = 60 * 1000
const minutesShown = 30
const activeMs = 5 * minuteMs

/**
 * Returns the bounds of the live report in ms since the epoch. The report begins at `since`, the start of a minute, and
 * ends at `until`. A run is active if the visitor's last event is at or after `activeSince`.
 */
export function liveSince(now: number): { since: number; until: number; activeSince: number } {
  const thisMinute = now - (now % minuteMs)
  return { since: thisMinute - (minutesShown - 1) * minuteMs, until: now, activeSince: now - activeMs }
}

interface LiveCounts {
  asOfPosition: number
  activeRuns: number
  started: readonly { minute: number; funnel: string; runs: number }[]
  ordered: readonly { minute: number; funnel: string; orders: number }[]
}

/**
 * Returns the live report of the last 30 minutes. `started` and `ordered` contain counts per minute; `minute` is the
 * start of that minute, in ms since the epoch.
 */
export function liveReport(
  now: number,
  funnels: readonly LiveReport['funnels'][number]['funnel'][],
  { asOfPosition, activeRuns, started, ordered }: LiveCounts,
): LiveReport {
  const runs = (rows: typeof started) => rows.reduce((sum, row) => sum + row.runs, 0)
  const orders = (rows: typeof ordered) => rows.reduce((sum, row) => sum + row.orders, 0)
  const { since } = liveSince(now)
  const minutes = Array.from({ length: minutesShown }, (_, index) => since + index * minuteMs)
  return {
    now: new Date(now).toISOString(),
    asOfPosition,
    activeRuns,
    minutes: minutes.map((minute) => ({
      minute: new Date(minute).toISOString(),
      runs: runs(started.filter((row) => row.minute === minute)),
      orders: orders(ordered.filter((row) => row.minute === minute)),
    })),
    funnels: funnels.map((funnel) => ({
      funnel,
      runs: runs(started.filter((row) => row.funnel === funnel)),
      orders: orders(ordered.filter((row) => row.funnel === funnel)),
    })),
  }
}

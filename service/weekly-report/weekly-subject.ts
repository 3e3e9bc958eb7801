import type { Store } from '#db/ports/store.ts'
import type { OperationalEventOf } from '#domain/operations/operational-event.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { dueTime } from '#domain/weekly-report/schedule.ts'
import type { Frozen } from '#domain/weekly-report/weekly-report.ts'
import type { WeeklySubject } from './read-weekly-data.ts'

type SentEvent = OperationalEventOf<'weekly_report_sent'>

/** Number of sent reports that are read to find those of a week and before it. */
const recentReports = 60

/** Returns the last reports that were sent, oldest first. */
export function readSent({ operations }: Pick<Store, 'operations'>): Promise<SentEvent[]> {
  return operations.read({ types: ['weekly_report_sent'], limit: recentReports })
}

/**
 * Returns what the report about a week is about, as of `asOf`. Past weeks are compared with the last report before
 * it or, if there is none, with the log as it was when that would have been sent, unless that part of the log is archived.
 * Returns undefined if the log began after the week, so that there is nothing to say.
 */
export async function weeklySubject(
  { log, archive }: Pick<Store, 'log' | 'archive'>,
  week: DayRange,
  { asOf, sent }: { asOf: Frozen; sent: readonly SentEvent[] },
): Promise<WeeklySubject | undefined> {
  const firstAt = await log.timeAt(1)
  if (firstAt === undefined || firstAt >= startOfDay(shiftDay(week.to, 1))) return undefined
  const before = sent.findLast(({ data }) => data.week < week.from)
  const archived = await archive.end()
  if (before && before.data.position > archived) {
    const last = weekOf(before.data.week)
    return { week, asOf, last: { week: last, asOf: frozenBy(before) } }
  }
  const last = weekOf(shiftDay(week.from, -7))
  const at = dueTime(last)
  const past = await log.positionAt(at)
  const isKnown = past > archived && firstAt < startOfDay(last.from)
  return { week, asOf, last: isKnown ? { week: last, asOf: { position: past, at } } : null }
}

const weekOf = (monday: string): DayRange => ({ from: monday, to: shiftDay(monday, 6) })

/** Returns the position that a sent report has fixed. */
export function frozenBy({ data, at }: SentEvent): Frozen {
  return { position: data.position, at }
}

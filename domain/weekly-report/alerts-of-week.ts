import type { Alert } from '#domain/reports/alerts/shape.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import type { InboxEntry, InboxReport } from '#domain/reports/inbox/shape.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'

export interface AlertsOfWeek {
  /** Open ones first, then by lost revenue. */
  shown: Alert[]
  /** Number of further alerts. */
  more: number
  /** Number of alerts that are left out because they are muted. */
  muted: number
}

/** Maximum number of alerts in the report. */
const maxAlerts = 6

/**
 * Returns the recorded alerts that are open, also those that were opened after the week, and those that are over, if
 * their fault lasted until some time of the week or if they were opened after the position of the last report: a fault
 * of Sunday can be recorded after the report of Monday. Alerts that turned out to be no separate fault are left out.
 */
export function alertsOfWeek(
  { open, closed }: Pick<InboxReport, 'open' | 'closed'>,
  week: DayRange,
  lastReport = Infinity,
): AlertsOfWeek {
  const since = startOfDay(week.from)
  const isOfWeek = ({ id, alert: { lastAt } }: InboxEntry) =>
    (lastAt !== null && Date.parse(lastAt) > since) || Number(id) > lastReport
  const ended = closed.filter((entry) => entry.reason === 'over' && isOfWeek(entry))
  const all = [...open, ...ended]
  const sorted = all
    .filter(({ mute }) => mute === null)
    .toSorted((a, b) => isOpen(b) - isOpen(a) || lossOf(b) - lossOf(a))
    .map(({ alert }) => alert)
  return {
    shown: sorted.slice(0, maxAlerts),
    more: Math.max(0, sorted.length - maxAlerts),
    muted: all.length - sorted.length,
  }
}

const isOpen = ({ closedAt }: InboxEntry) => Number(closedAt === null)

const lossOf = ({ alert }: InboxEntry) => alert.lostRevenueCents ?? 0

import type { Alert, AlertsReport } from '#domain/reports/alerts/shape.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'

export interface AlertsOfWeek {
  /** Open ones first, then by lost revenue. */
  shown: Alert[]
  /** Number of further alerts. */
  more: number
}

/** Maximum number of alerts in the report. */
const maxAlerts = 6

/** Returns the alerts that are open, or whose fault lasted until some time of the week. */
export function alertsOfWeek({ alerts }: Pick<AlertsReport, 'alerts'>, week: DayRange): AlertsOfWeek {
  const since = startOfDay(week.from)
  const isOfWeek = ({ lastAt }: Alert) => lastAt === null || Date.parse(lastAt) > since
  const sorted = alerts
    .filter(isOfWeek)
    .toSorted((a, b) => Number(b.lastAt === null) - Number(a.lastAt === null) || lossOf(b) - lossOf(a))
  return { shown: sorted.slice(0, maxAlerts), more: Math.max(0, sorted.length - maxAlerts) }
}

const lossOf = ({ lostRevenueCents }: Alert) => lostRevenueCents ?? 0

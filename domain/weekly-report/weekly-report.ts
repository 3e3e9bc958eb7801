import type { OrderWork } from '#domain/orders/order-work.ts'
import type { DayRange } from '#domain/reports/day-range.ts'
import type { Estimate } from '#domain/reports/deviation/risk-difference.ts'
import type { FieldsReport, TrendReport } from '#domain/reports/drop-off/shape.ts'
import type { InboxReport } from '#domain/reports/inbox/shape.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { type AlertsOfWeek, alertsOfWeek } from './alerts-of-week.ts'
import { type CostlyField, costlyFields } from './costly-fields.ts'
import { type LossChange, largestLossChange } from './loss-change.ts'
import { type ChangedWeek, type PastWeek, changedWeeks } from './past-changes.ts'
import { type Sales, compareSales } from './sales.ts'

/** A position of the log and the time at which the log reached it, in ms since the epoch. */
export interface Frozen {
  position: number
  at: number
}

/** What the weekly report says, without its wording. */
export interface WeeklyReport {
  week: DayRange
  /** The figures count the events up to this position. */
  asOf: Frozen
  /** Day on which the log began if that was during the week; the figures are then left out. Otherwise null. */
  beganOn: string | null
  sales: Sales
  /** Figures of the week before; null if the log does not have all of it. */
  before: Sales | null
  /** Change of the conversion rate against the same weekdays of the week before; null with too few runs. */
  conversion: Estimate | null
  /** The step whose loss changed most; null if no change is larger than chance explains. */
  loss: LossChange | null
  /** Changes of the weeks that earlier reports were about. `since` is the position of the last report. */
  past: { since: Frozen; weeks: ChangedWeek[] } | null
  alerts: AlertsOfWeek
  fields: CostlyField[]
  waiting: WaitingOrders
}

/** Orders for which operators have something to do, of these days: those of the list of orders with these kinds of work. */
export interface WaitingOrders {
  orders: number
  days: DayRange
  works: readonly OrderWork[]
}

/** Reports from which the weekly report follows, as of its position. */
export interface WeeklyData {
  week: DayRange
  asOf: Frozen
  /** Day on which the log began. */
  firstDay: string
  /** The week, compared with the days before it. */
  overview: OverviewReport
  /** Every funnel on the days of the week and of the week before. */
  trends: readonly TrendReport[]
  /** Every funnel in the week. */
  fields: readonly FieldsReport[]
  past: { since: Frozen; weeks: readonly PastWeek[] } | null
  inbox: InboxReport
  waiting: WaitingOrders
}

/** Returns what the report about a week says. */
export function weeklyReport(data: WeeklyData): WeeklyReport {
  const { week, asOf, firstDay, overview, past, waiting } = data
  const { sales, before, conversion } = compareSales(overview)
  // The log did not begin at midnight, so its first day is never a whole one.
  const isComparable = firstDay < overview.before.from
  return {
    week,
    asOf,
    beganOn: firstDay >= week.from ? firstDay : null,
    sales,
    before: isComparable ? before : null,
    conversion: isComparable ? conversion : null,
    loss: isComparable ? largestLossChange(data.trends, week) : null,
    past: past && { since: past.since, weeks: changedWeeks(past.weeks) },
    alerts: alertsOfWeek(data.inbox, week, past?.since.position),
    fields: costlyFields(data.fields),
    waiting,
  }
}

import type { DayRange } from '#domain/reports/day-range.ts'
import { shiftDay } from '#domain/reports/day-range.ts'
import type { FulfilmentReport } from '#domain/reports/fulfilment/shape.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'

const names = ['runs', 'orders', 'netRevenueCents', 'paid', 'withdrawn', 'failed', 'refunded'] as const

/** Figures of a past week that can still change. */
export type PastFigures = Record<(typeof names)[number], number>

/** A week as it was counted at the last report, and as it is counted now. */
export interface PastWeek {
  week: DayRange
  before: PastFigures
  now: PastFigures
}

export interface ChangedWeek extends PastWeek {
  /** Differences that are not zero. */
  changes: Partial<PastFigures>
}

/** Number of weeks before a report whose changes it describes. Most withdrawals and refunds fall into them. */
const pastWeeks = 4

/** Returns the weeks that a report describes, latest first. `last` is the week of the report before. */
export function weeksToCompare(last: DayRange): DayRange[] {
  return Array.from({ length: pastWeeks }, (_, index) => ({
    from: shiftDay(last.from, -7 * index),
    to: shiftDay(last.to, -7 * index),
  }))
}

/** Returns the figures of a week. */
export function pastFigures(
  { totals }: Pick<OverviewReport, 'totals'>,
  { totals: { paid, withdrawn, failed, refunded } }: Pick<FulfilmentReport, 'totals'>,
): PastFigures {
  const { runs, orders, netRevenueCents } = totals
  return { runs, orders, netRevenueCents, paid, withdrawn, failed, refunded }
}

/** Returns the weeks in which a figure has changed, in the given order. */
export function changedWeeks(weeks: readonly PastWeek[]): ChangedWeek[] {
  return weeks.flatMap((one) => {
    const differences = names.map((name) => [name, one.now[name] - one.before[name]] as const)
    const changed = differences.filter(([, difference]) => difference !== 0)
    return changed.length > 0 ? [{ ...one, changes: Object.fromEntries(changed) }] : []
  })
}

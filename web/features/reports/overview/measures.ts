import { definitions } from '#domain/reports/definitions.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { PlotPoint } from '#web/features/reports/plot/time-plot.tsx'
import { type PlotUnit, spansOf } from '#web/features/reports/plot/spans.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'

type Day = OverviewReport['totals']['days'][number]
export type Counted = Pick<Day, 'runs' | 'orders' | 'revenueCents' | 'netRevenueCents'>

/**
 * Measures of a period or a day. Each displayed value links to the list of runs that `figure` identifies. `defined` names
 * the definition of the measure.
 */
export const measures = {
  orders: {
    name: definitions.orders.name,
    defined: 'orders',
    of: ({ orders }: Counted) => orders,
    format: number,
    figure: 'completed',
  },
  runs: {
    name: definitions.runs.name,
    defined: 'runs',
    of: ({ runs }: Counted) => runs,
    format: number,
    figure: 'runs',
  },
  revenue: {
    name: definitions.netRevenueCents.name,
    defined: 'netRevenueCents',
    of: ({ netRevenueCents }: Counted) => netRevenueCents,
    format: euro,
    figure: 'paid',
  },
  ordered: {
    name: definitions.revenueCents.name,
    defined: 'revenueCents',
    of: ({ revenueCents }: Counted) => revenueCents,
    format: euro,
    figure: 'completed',
  },
  conversion: {
    name: definitions.conversionRate.name,
    defined: 'conversionRate',
    of: ({ runs, orders }: Counted) => (runs === 0 ? 0 : orders / runs),
    format: share,
    figure: 'completed',
  },
} as const
export type Measure = keyof typeof measures

export interface Finished {
  now: Counted
  before: Counted
}

/**
 * Returns the figures of the days that are over, and of the corresponding days of the previous period. A day that is
 * not over has fewer runs than a whole day, so it is not compared. Returns undefined if no day is over.
 */
export function finishedDays(
  { days, daysBefore }: Pick<OverviewReport['totals'], 'days' | 'daysBefore'>,
  today: string,
): Finished | undefined {
  const count = days.filter(({ day }) => day < today).length
  if (count === 0) return undefined
  return { now: addUp(days.slice(0, count)), before: addUp(daysBefore.slice(0, count)) }
}

function addUp(days: readonly Day[]): Counted {
  const sum = (name: keyof Counted) => days.reduce((total, day) => total + day[name], 0)
  return {
    runs: sum('runs'),
    orders: sum('orders'),
    revenueCents: sum('revenueCents'),
    netRevenueCents: sum('netRevenueCents'),
  }
}

/** Figures of a span of days (`now`) and of the corresponding days of the compared period (`before`). */
export interface SpanPair extends PlotPoint {
  now: Counted
  before: Counted
}

/** Returns the figures by day, week or month. */
export function spanPairs(
  { days, daysBefore }: Pick<OverviewReport['totals'], 'days' | 'daysBefore'>,
  unit: PlotUnit,
  today: string,
): SpanPair[] {
  return spansOf(days, unit, today).map(({ day, to, isWhole, index, days: inSpan }) => ({
    day,
    to,
    isWhole,
    now: addUp(inSpan),
    before: addUp(daysBefore.slice(index, index + inSpan.length)),
  }))
}

import type { DayOf } from '#domain/reports/day-of.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import type { RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { dayOfParam } from '#web/features/reports/filters/day-of.ts'
import type { PlotPoint } from '#web/features/reports/plot/points.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import { type HourPoint, hourPoint } from '#web/features/reports/plot/hours.ts'
import { type DaysUnit, spansOf } from '#web/features/reports/plot/spans.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'

type Day = OverviewReport['totals']['days'][number]
export type Counted = Pick<Day, 'runs' | 'orders' | 'revenueCents' | 'netRevenueCents' | 'completed'>

/**
 * Measures of a period or a day. Each displayed value links to the list of runs that `figure` identifies. `defined` names
 * the definition of the measure, and `placed` that if orders count on the day on which they were placed; a measure without
 * it is not affected. A plot of counts reaches at least 4, so that the labels of its axis are whole numbers.
 */
export const measures = {
  orders: {
    name: definitions.orders.name,
    defined: 'orders',
    placed: 'ordersByOrder',
    of: ({ orders }: Counted) => orders,
    format: number,
    axisAtLeast: 4,
    figure: 'completed',
  },
  runs: {
    name: definitions.runs.name,
    defined: 'runs',
    of: ({ runs }: Counted) => runs,
    format: number,
    axisAtLeast: 4,
    figure: 'runs',
  },
  revenue: {
    name: definitions.netRevenueCents.name,
    defined: 'netRevenueCents',
    placed: 'netRevenueByOrder',
    of: ({ netRevenueCents }: Counted) => netRevenueCents,
    format: euro,
    axisAtLeast: 0,
    figure: 'paid',
  },
  ordered: {
    name: definitions.revenueCents.name,
    defined: 'revenueCents',
    placed: 'revenueByOrder',
    of: ({ revenueCents }: Counted) => revenueCents,
    format: euro,
    axisAtLeast: 0,
    figure: 'completed',
  },
  conversion: {
    name: definitions.conversionRate.name,
    defined: 'conversionRate',
    of: ({ runs, completed }: Counted) => (runs === 0 ? 0 : completed / runs),
    format: share,
    axisAtLeast: 0,
    figure: 'completed',
  },
} as const satisfies Record<string, MeasureWords>
export type Measure = keyof typeof measures
export const measureNames = Object.keys(measures) as Measure[]
export const listedMeasures = measureNames.map((key) => ({ key, ...measures[key] }))

interface MeasureWords {
  name: string
  defined: DefinedFigure
  placed?: DefinedFigure
  of: (counted: Counted) => number
  format: (value: number) => string
  axisAtLeast: number
  figure: string
}

/** Returns the definition of a measure, as `dayOf` counts it. The conversion rate always follows the start. */
export function definedAs(measure: Measure, dayOf: DayOf): DefinedFigure {
  const { defined, placed }: MeasureWords = measures[measure]
  if (dayOf === 'start') return defined
  return measure === 'conversion' ? 'conversionOfStarted' : (placed ?? defined)
}

/** Returns the parameters of the list of runs behind a measure. */
export function listParams(measure: Measure, dayOf: DayOf, params: RunsParams): RunsParams {
  const { placed }: MeasureWords = measures[measure]
  return placed === undefined ? params : { ...params, dayOf: dayOfParam(dayOf) }
}

/** Returns the sums of several days. */
export function addUp(days: readonly Counted[]): Counted {
  const sum = (name: keyof Counted) => days.reduce((total, day) => total + day[name], 0)
  return {
    runs: sum('runs'),
    orders: sum('orders'),
    revenueCents: sum('revenueCents'),
    netRevenueCents: sum('netRevenueCents'),
    completed: sum('completed'),
  }
}

/** Figures of a point (`now`) and of the corresponding days or hour of the compared period (`before`). */
export interface SpanPair extends PlotPoint {
  now: Counted
  before: Counted
  /** True for an hour that has not begun. */
  isFuture?: boolean
}

/** Returns the figures by day, week or month. */
export function spanPairs(
  { days, daysBefore }: Pick<OverviewReport['totals'], 'days' | 'daysBefore'>,
  unit: DaysUnit,
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

/** Returns the figures by hour. The compared hour is the same one of the corresponding day, if that day has it. */
export function hourPairs(
  { days, daysBefore, hours = [], hoursBefore = [] }: OverviewReport['totals'],
  until: ReportTime,
): (SpanPair & HourPoint)[] {
  return hours.map((one) => {
    const day = daysBefore[days.findIndex(({ day: other }) => other === one.day)]?.day
    const before = hoursBefore.filter((other) => other.day === day && other.hour === one.hour)
    return { ...hourPoint(one, until), now: addUp([one]), before: addUp(before) }
  })
}

import type { TrendReport } from '#domain/reports/drop-off/shape.ts'
import { type DaysUnit, spansOf } from '#web/features/reports/plot/spans.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import { hourPoint } from '#web/features/reports/plot/hours.ts'
import type { PlotPoint } from '#web/features/reports/plot/points.ts'
import { whyNotWhole } from '#web/features/reports/plot/why-not-whole.ts'

type Day = TrendReport['days'][number]

/** Drop-off of an hour, day, week or month. */
export interface TrendSpan extends PlotPoint, Omit<Day, 'day'> {
  /** Only set for an hour. */
  minutes?: number
  isFuture?: boolean
  /** Reason in a few German words; only set if the figures are not whole. */
  why?: string
}

interface SpanOptions {
  unit: DaysUnit
  today: string
  /** Days on which tracking was broken. Their figures, and those of their weeks and months, are not whole. */
  broken: readonly string[]
}

/** Returns the drop-off by day, week or month. */
export function trendSpans(days: readonly Day[], { unit, today, broken }: SpanOptions): TrendSpan[] {
  return spansOf(days, unit, today).map(({ day, to, isWhole, days: inSpan }) => {
    const sums = addUp(inSpan)
    const point = { day, to, isWhole, ...sums }
    if (inSpan.some((one) => broken.includes(one.day)))
      return { ...point, isWhole: false, why: 'Erfassung gestört' }
    return isWhole ? point : { ...point, why: whyNotWhole(today)(point) }
  })
}

/** Returns the drop-off by hour. `until` is the hour at which the figures end. */
export function trendHours(
  hours: TrendReport['hours'] = [],
  { until, broken }: { until: ReportTime; broken: readonly string[] },
): TrendSpan[] {
  return hours.map((one) => {
    const point = { ...one, ...hourPoint(one, until) }
    if (broken.includes(one.day)) return { ...point, isWhole: false, why: 'Erfassung an diesem Tag gestört' }
    return point.isWhole ? point : { ...point, why: whyNotWhole(until.day)(point) }
  })
}

function addUp(days: readonly Day[]): Omit<Day, 'day'> {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const stages = (days[0]?.stages ?? []).map((_, at) => sum((day) => day.stages[at] ?? 0))
  const completed = sum((day) => day.completed)
  return {
    stages,
    lost: (days[0]?.lost ?? []).map((_, at) => sum((day) => day.lost[at] ?? 0)),
    completed,
    abandoned: sum((day) => day.abandoned),
    open: sum((day) => day.open),
    recovered: sum((day) => day.recovered),
    revenueCents: sum((day) => day.revenueCents),
    netRevenueCents: sum((day) => day.netRevenueCents),
    conversionRate: stages[0] ? completed / stages[0] : 0,
  }
}

import type { TrendReport } from '#domain/reports/drop-off/shape.ts'
import { type PlotUnit, spansOf } from '#web/features/reports/plot/spans.ts'
import type { PlotPoint } from '#web/features/reports/plot/time-plot.tsx'
import { whyNotWhole } from '#web/features/reports/plot/why-not-whole.ts'

type Day = TrendReport['days'][number]

/** Drop-off of a day, week or month. */
export interface TrendSpan extends PlotPoint, Omit<Day, 'day'> {
  /** Reason in a few German words; only set if the figures are not whole. */
  why?: string
}

interface SpanOptions {
  unit: PlotUnit
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

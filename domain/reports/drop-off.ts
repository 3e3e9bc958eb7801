import { type MeasureCount, outcomeOf, readCounts, runsByStage } from './counted-runs.ts'
import { compareText, rate } from './rows.ts'
import type { DropOffReport } from './report-shapes.ts'
import type { BreakdownDimension, BreakdownReport, TrendReport } from './drop-off-shapes.ts'
import { medianSeconds } from '../time-buckets.ts'

/** What a report of the drop-off is about. */
export type AboutRuns = Pick<DropOffReport, 'funnel' | 'funnelVersion' | 'from' | 'to' | 'asOfPosition'>

/** Measures by day or by the value of a segment. */
export interface CountedGroup {
  key: string
  measures: readonly MeasureCount[]
}

/**
 * The drop-off report from measures summed over its days and segments, one row a measure.
 * `steps` are the step names of the funnel's version; the last of them is the order.
 */
export function dropOffReport(
  about: AboutRuns,
  steps: readonly string[],
  rows: readonly MeasureCount[],
): DropOffReport {
  const counts = readCounts(rows)
  const reached = runsByStage(steps.length, counts)
  return {
    ...about,
    timezone: 'Europe/Berlin',
    stages: [
      { stage: 0, name: 'start', runs: reached[0]! },
      ...steps.map((name, index) => {
        const [before, runs] = [reached[index]!, reached[index + 1]!]
        return {
          stage: index + 1,
          name,
          runs,
          lost: before - runs,
          lossRate: rate(before - runs, before),
          medianSeconds: medianSeconds(counts.seconds.get(index + 1) ?? new Map()),
        }
      }),
    ],
    completed: counts.completed,
    abandoned: counts.abandoned,
    open: counts.open,
    conversionRate: rate(counts.completed, counts.runs),
    invalid: counts.invalid.toSorted(
      (a, b) =>
        a.step - b.step || b.runs - a.runs || compareText(a.field, b.field) || compareText(a.rule, b.rule),
    ),
  }
}

/** The same runs day by day; `days` are all days of the range, and those without a group have no runs. */
export function trendReport(
  about: AboutRuns,
  { days, steps }: { days: readonly string[]; steps: number },
  groups: readonly CountedGroup[],
): TrendReport {
  const byDay = new Map(groups.map(({ key, measures }) => [key, measures]))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    days: days.map((day) => ({ day, ...outcomeOf(steps, readCounts(byDay.get(day) ?? [])) })),
  }
}

/** The same runs by the values of a dimension; the totals are the sums of the rows. */
export function breakdownReport(
  about: AboutRuns,
  { by, steps }: { by: BreakdownDimension; steps: number },
  groups: readonly CountedGroup[],
): BreakdownReport {
  const rows = groups.map(({ key, measures }) => ({ key, ...outcomeOf(steps, readCounts(measures)) }))
  const totals = outcomeOf(steps, readCounts(sumMeasures(groups.flatMap(({ measures }) => measures))))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    by,
    rows: rows.toSorted((a, b) => b.stages[0]! - a.stages[0]! || compareText(a.key, b.key)),
    totals,
  }
}

function sumMeasures(rows: readonly MeasureCount[]): MeasureCount[] {
  const sums = new Map<string, number>()
  for (const { measure, runs } of rows) sums.set(measure, (sums.get(measure) ?? 0) + runs)
  return [...sums].map(([measure, runs]) => ({ measure, runs }))
}

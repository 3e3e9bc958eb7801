import { otherKey } from '#domain/attribution/credit-touches.ts'
import { maxRows } from '#domain/reports/bounded-rows.ts'
import {
  type MeasureCount,
  countsWithin,
  missedStages,
  outcomeOf,
  readCounts,
  runsByStage,
} from '#domain/reports/counted-runs.ts'
import { hoursOf } from '#domain/reports/day-hours.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { pairOf, valuesOfPair } from '#domain/reports/pair-keys.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { BreakdownReport, DropOffReport, TrendReport } from './shape.ts'
import type { OrderWindow } from '#domain/runs/order-windows.ts'
import { medianSeconds, quartileSeconds } from '#domain/runs/buckets/time-buckets.ts'

/** Parameters that determine which runs a drop-off report counts. */
export type AboutRuns = Pick<
  DropOffReport,
  'funnel' | 'funnelVersion' | 'funnelVersions' | 'from' | 'to' | 'asOfPosition'
>

/** Measures of the runs of one day, or of the runs with one value of a dimension. `key` is that day or value. */
export interface CountedGroup {
  key: string
  measures: readonly MeasureCount[]
}

/**
 * Returns the drop-off report. `steps` contains the step names of the counted funnel versions; the last step is the
 * order. `rows` contains one row per measure, summed over days and segments. With `orderWithin`, later orders do not count.
 */
export function dropOffReport(
  about: AboutRuns,
  steps: readonly string[],
  { rows, orderWithin }: { rows: readonly MeasureCount[]; orderWithin: OrderWindow | undefined },
): DropOffReport {
  const all = readCounts(rows)
  const counts = orderWithin === undefined ? all : countsWithin(orderWithin, steps.length, all)
  const reached = runsByStage(steps.length, counts)
  const missed = missedStages(steps.length, counts)
  return {
    ...about,
    timezone: 'Europe/Berlin',
    stages: [
      { stage: 0, name: 'start', runs: reached[0]! },
      ...steps.map((name, index) => {
        const [before, { lost, open }] = [reached[index]!, missed[index]!]
        return {
          stage: index + 1,
          name,
          runs: reached[index + 1]!,
          lost,
          open,
          lossRate: rate(lost, before - open),
          medianSeconds: medianSeconds(counts.seconds.get(index + 1) ?? new Map()),
        }
      }),
    ],
    completed: counts.completed,
    abandoned: counts.abandoned,
    open: counts.open,
    conversionRate: rate(counts.completed, counts.runs),
    orderWithin: orderWithin ?? null,
    orderedLate: all.completed - counts.completed,
    secondsToOrder: quartileSeconds(all.orderedIn),
    invalid: counts.invalid.toSorted(
      (a, b) =>
        a.step - b.step || b.runs - a.runs || compareText(a.field, b.field) || compareText(a.rule, b.rule),
    ),
  }
}

/** Returns the drop-off by day. A day of the range that is missing in `groups` has no runs. */
export function trendReport(about: AboutRuns, steps: number, groups: readonly CountedGroup[]): TrendReport {
  const byDay = new Map(groups.map(({ key, measures }) => [key, measures]))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    days: daysOf(about).map((day) => ({ day, ...outcomeOf(steps, readCounts(byDay.get(day) ?? [])) })),
  }
}

/** Returns the drop-off by day and by hour. The keys of `groups` are pairs of day and hour. */
export function hourlyTrendReport(
  about: AboutRuns,
  steps: number,
  groups: readonly CountedGroup[],
): TrendReport {
  const byHour = new Map(groups.map(({ key, measures }) => [key, measures]))
  const byDay = Map.groupBy(groups, ({ key }) => valuesOfPair(key)[0])
  const days = [...byDay].map(([key, ofDay]) => ({
    key,
    measures: sumMeasures(ofDay.flatMap(({ measures }) => measures)),
  }))
  return {
    ...trendReport(about, steps, days),
    hours: hoursOf(about).map((one) => ({
      ...one,
      ...outcomeOf(steps, readCounts(byHour.get(pairOf(one.day, one.hour)) ?? [])),
    })),
  }
}

/** Returns the drop-off broken down by the values of one or two dimensions. The totals are the sums of the rows. */
export function breakdownReport(
  about: AboutRuns,
  { by, and, steps }: Pick<BreakdownReport, 'by' | 'and'> & { steps: number },
  groups: readonly CountedGroup[],
): BreakdownReport {
  const rowOf = ({ key: name, measures }: CountedGroup) => {
    const [key, andKey] = and === null ? [name, null] : valuesOfPair(name)
    return { key, andKey, ...outcomeOf(steps, readCounts(measures)) }
  }
  const otherGroup = and === null ? otherKey : pairOf(otherKey, otherKey)
  const rows = boundGroups(groups, steps, otherGroup).map(rowOf)
  const totals = outcomeOf(steps, readCounts(sumMeasures(groups.flatMap(({ measures }) => measures))))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    by,
    and,
    rows: rows.toSorted(
      (a, b) =>
        b.stages[0]! - a.stages[0]! ||
        compareText(a.key, b.key) ||
        compareText(a.andKey ?? '', b.andKey ?? ''),
    ),
    totals,
  }
}

/** Returns the `maxRows` groups with the most runs, and one more group that sums all others. */
function boundGroups(
  groups: readonly CountedGroup[],
  steps: number,
  otherGroup: string,
): readonly CountedGroup[] {
  const named = groups.filter(({ key }) => key !== otherGroup)
  if (named.length <= maxRows) return groups
  const runsOf = new Map(
    named.map(({ key, measures }) => [key, runsByStage(steps, readCounts(measures))[0]!]),
  )
  const byRank = named.toSorted(
    (a, b) => runsOf.get(b.key)! - runsOf.get(a.key)! || compareText(a.key, b.key),
  )
  const listed = byRank.slice(0, maxRows)
  const others = [...byRank.slice(maxRows), ...groups.filter(({ key }) => key === otherGroup)]
  return [...listed, { key: otherGroup, measures: sumMeasures(others.flatMap(({ measures }) => measures)) }]
}

export function sumMeasures(rows: readonly MeasureCount[]): MeasureCount[] {
  const sums = new Map<string, number>()
  for (const { measure, runs } of rows) sums.set(measure, (sums.get(measure) ?? 0) + runs)
  return [...sums].map(([measure, runs]) => ({ measure, runs }))
}

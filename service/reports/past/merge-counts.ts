import { kindOf } from '#domain/runs/measure-families.ts'
import type {
  Counts,
  CountsQuery,
  Credit,
  GroupDimension,
  ModelCredit,
  RunsQuery,
  TimeSpan,
} from '#db/ports/report-store.ts'
import {
  type AttributionModel,
  type StoredDimension,
  attributionModels,
  isPlaced,
} from '#domain/attribution/credit-touches.ts'
import { dailyKey } from '#domain/reports/daily-keys.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import type { RunFilters } from '#domain/runs/dimensions.ts'
import { matchesHours } from '#domain/runs/hour-filter.ts'
import { isOfVariant } from '#domain/runs/variant-measures.ts'
import { creditUnder } from '#domain/runs/run-credits.ts'
import type { PastRun } from './resumed-runs.ts'

type Group = Counts['groups'][number]

/**
 * Completes the counts of a past report. `groups` counts the runs without events after the past position. `runs` are
 * the runs with such events, as they were counted at the past position.
 */
export function mergeCounts(
  groups: readonly Group[],
  runs: readonly PastRun[],
  { by, kinds }: Pick<CountsQuery, 'by' | 'kinds'>,
): Group[] {
  const sums = new Map<string, { funnel: string; key: string; counts: Map<string, number> }>()
  const add = (funnel: string, key: string, measure: string, count: number) => {
    const name = JSON.stringify([funnel, key])
    const sum = sums.get(name) ?? { funnel, key, counts: new Map<string, number>() }
    sums.set(name, sum)
    sum.counts.set(measure, (sum.counts.get(measure) ?? 0) + count)
  }
  for (const { funnel, key, measures } of groups)
    for (const { measure, runs: count } of measures) add(funnel, key, measure, count)
  for (const run of runs)
    for (const measure of run.measures)
      if (kinds.includes(kindOf(measure))) add(run.funnel, keyOf(run, by), measure, 1)
  return [...sums.values()].map(({ counts, ...group }) => ({
    ...group,
    measures: [...counts].map(([measure, count]) => ({ measure, runs: count })),
  }))
}

function keyOf(run: PastRun, by: CountsQuery['by']): string {
  if (by === undefined) return ''
  return typeof by === 'string' ? valueOf(run, by) : pairOf(valueOf(run, by[0]), valueOf(run, by[1]))
}

function valueOf({ day, version, segment }: PastRun, by: GroupDimension): string {
  if (by === 'version') return String(version)
  return by === 'day' ? day : segment[by]
}

interface RunFilter extends Pick<RunsQuery, 'dayOf' | 'placedIn'> {
  funnels?: readonly string[] | undefined
  from: string
  to: string
  versions?: readonly number[] | undefined
  segment?: RunFilters
}

type Selectable = Pick<PastRun, 'funnel' | 'day' | 'version' | 'segment' | 'order' | 'measures'>

/** Returns whether a figure with these measures counts a run. */
export function hasFigure(
  { measures }: Pick<PastRun, 'measures'>,
  { anyOf, butNot }: Pick<RunsQuery, 'anyOf' | 'butNot'>,
): boolean {
  return (
    anyOf.some((measure) => measures.includes(measure)) &&
    !butNot.some((measure) => measures.includes(measure))
  )
}

/** Returns whether a run meets the filters of a report. */
export function isSelected(
  run: Selectable,
  { funnels, from, to, versions, segment = {}, dayOf, placedIn }: RunFilter,
): boolean {
  const day = dayOf === 'order' ? run.order?.day : run.day
  const isIn = ({ since, until }: TimeSpan) =>
    run.order !== null && run.order.at >= since && run.order.at < until
  return (
    (funnels === undefined || funnels.includes(run.funnel)) &&
    day !== undefined &&
    day >= from &&
    day <= to &&
    (placedIn === undefined || placedIn.some(isIn)) &&
    (versions === undefined || versions.includes(run.version)) &&
    (Object.keys(segment) as (keyof RunFilters)[]).every((name) => {
      if (name === 'variant') return isOfVariant(run.measures, segment.variant!)
      return name === 'hour'
        ? matchesHours(segment.hour!, run.segment.hour)
        : segment[name] === run.segment[name]
    })
  )
}

interface CreditOptions {
  by: StoredDimension
  model?: AttributionModel
  keyPrefix?: string
  daily?: boolean
}

/** Returns the runs that are credited on the days of a query. */
export function creditedRuns(
  runs: readonly PastRun[],
  { by, ...query }: RunFilter & { by: StoredDimension },
): PastRun[] {
  return runs.filter((run) => isSelected(run, { ...query, dayOf: isPlaced(by) ? 'order' : 'start' }))
}

/**
 * Returns the attribution credits of a past report. `rows` contains the credits of the runs without events after the
 * past position. The credits of all other runs are added. `runs` contains these runs as counted at the past position.
 */
export function mergeCredits(
  rows: readonly ModelCredit[],
  runs: readonly PastRun[],
  { by, model, keyPrefix = '', daily = false }: CreditOptions,
): ModelCredit[] {
  const sums = new Map<string, ModelCredit>()
  const sumOf = (ofModel: AttributionModel, key: string): Credit => {
    const name = `${ofModel}:${key}`
    const sum = sums.get(name) ?? {
      model: ofModel,
      key,
      runs: 0,
      orders: 0,
      revenueCents: 0,
      netRevenueCents: 0,
    }
    sums.set(name, sum)
    return sum
  }
  const add = (ofModel: AttributionModel, key: string, amounts: Partial<Omit<Credit, 'key'>>) => {
    const sum = sumOf(ofModel, key)
    for (const name of amountNames) sum[name] += amounts[name] ?? 0
  }
  for (const { model: ofModel, key, ...amounts } of rows) add(ofModel, key, amounts)
  for (const { shares, funnel, ...run } of runs) {
    const day = isPlaced(by) ? run.order!.day : run.day
    for (const share of shares)
      for (const ofModel of model === undefined ? attributionModels : [model])
        for (const name of amountNames)
          for (const [key, amount] of creditUnder(ofModel, by, share, share[name]))
            if (amount !== 0 && key.startsWith(keyPrefix))
              add(ofModel, daily ? dailyKey(funnel, day, key) : key, { [name]: amount })
  }
  return [...sums.values()]
}

const amountNames = ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const

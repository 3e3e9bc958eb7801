import {
  type MeasureCount,
  missedStages,
  outcomeKinds,
  readCounts,
  runsByStage,
} from '#domain/reports/counted-runs.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'
import type { SlotRuns } from './build-series.ts'
import type { Price } from './estimate-loss.ts'
import { type Per, type Slice, hoursPerDay } from './series.ts'

/** Kinds of measures from which series are built. */
export const watchedKinds = [...outcomeKinds, 'invalid', 'tracking'] as const

/** Runs of a funnel by pairs of values: the day and the hour, or the day and the value of a dimension. */
export interface PairCounts {
  funnel: string
  key: string
  measures: readonly MeasureCount[]
}

interface Place {
  funnel: string
  per: Per
  slot: number
  slice: Slice | null
}

/** Returns the runs by day and hour of a device. `dayNumber` returns the number of a day. */
export function hourlyRuns(
  groups: readonly PairCounts[],
  slice: Slice,
  { dayNumber, stepsOf }: GroupContext,
): SlotRuns[] {
  return groups.flatMap(({ funnel, key, measures }) => {
    const [day, hour] = valuesOfPair(key)
    const slot = dayNumber(day) * hoursPerDay + Number(hour)
    // Every run has one device, so all runs are those of the devices together.
    return [slice, null].map((of) =>
      slotRuns({ funnel, per: 'hour', slot, slice: of }, stepsOf(funnel), measures),
    )
  })
}

/** Returns the runs by day and the values of a dimension that had enough runs on a day to be watched. */
export function dailyRuns(
  groups: readonly PairCounts[],
  dimension: Slice['dimension'],
  { dayNumber, stepsOf }: GroupContext,
): SlotRuns[] {
  const rows = groups.map(({ funnel, key, measures }) => {
    const [day, value] = valuesOfPair(key)
    const place: Place = { funnel, per: 'day', slot: dayNumber(day), slice: { dimension, value } }
    return slotRuns(place, stepsOf(funnel), measures)
  })
  const largest = new Map<string, number>()
  for (const { slice, reached } of rows)
    largest.set(slice!.value, Math.max(largest.get(slice!.value) ?? 0, reached[0]!))
  const watched = [...largest]
    .filter(([, runs]) => runs >= minRuns)
    .toSorted(([a, runs], [b, others]) => others - runs || (a < b ? -1 : 1))
    .slice(0, maxValues)
  const values = new Set(watched.map(([value]) => value))
  return rows.filter(({ slice }) => values.has(slice!.value))
}

/** Minimum number of runs of a value in a funnel on its best day, and the maximum number of values of a dimension. */
const minRuns = 7
const maxValues = 30

export interface GroupContext {
  dayNumber: (day: string) => number
  /** Returns the number of steps of a funnel. */
  stepsOf: (funnel: string) => number
}

function slotRuns(place: Place, steps: number, measures: readonly MeasureCount[]): SlotRuns {
  const counts = readCounts(measures)
  return {
    ...place,
    reached: runsByStage(steps, counts),
    lost: missedStages(steps, counts).map(({ lost }) => lost),
    messages: counts.invalid.filter(({ step }) => step <= steps),
    incompleteOrders: measures.reduce(
      (sum, { measure, runs }) => (/^tracking:.*:[1-9]\d*$/su.test(measure) ? sum + runs : sum),
      0,
    ),
  }
}

/** Returns the orders of each funnel and what they cost together. */
export function pricesOf(groups: readonly PairCounts[]): Map<string, Price> {
  const prices = new Map<string, Price>()
  for (const { funnel, measures } of groups) {
    const { completed, revenueCents } = readCounts(measures)
    const { orders, cents } = prices.get(funnel) ?? { orders: 0, cents: 0 }
    prices.set(funnel, { orders: orders + completed, cents: cents + revenueCents })
  }
  return prices
}

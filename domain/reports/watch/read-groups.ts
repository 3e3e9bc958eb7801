import { type MeasureCount, missedStages, readCounts, runsByStage } from '#domain/reports/counted-runs.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'
import type { SlotRuns } from './build-series.ts'
import type { Price } from './estimate-loss.ts'
import { type Per, type Slice, hoursPerDay } from './series.ts'

/** Kinds of measures from which series are built. */
export const watchedKinds = ['stage', 'completed', 'abandoned', 'invalid', 'tracking'] as const

/** Kinds of measures from which the number of runs and the price of an order are computed. */
export const pricedKinds = ['stage', 'completed', 'order'] as const

/** Runs of a funnel by the value of a dimension, or by pairs of values: the day, and the hour or another value. */
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

/** Returns the runs by day and some values of a dimension. */
export function dailyRuns(
  groups: readonly PairCounts[],
  { dimension, values }: { dimension: Slice['dimension']; values: ReadonlySet<string> },
  { dayNumber, stepsOf }: GroupContext,
): SlotRuns[] {
  return groups.flatMap(({ funnel, key, measures }) => {
    const [day, value] = valuesOfPair(key)
    if (!values.has(value)) return []
    const place: Place = { funnel, per: 'day', slot: dayNumber(day), slice: { dimension, value } }
    return [slotRuns(place, stepsOf(funnel), measures)]
  })
}

/** Maximum number of values of a dimension that are watched. Clients choose the names of campaigns. */
const maxValues = 30

/** Returns the values of a dimension with the most runs. `key` is the value. */
export function frequentValues(groups: readonly PairCounts[]): Set<string> {
  const runs = new Map<string, number>()
  for (const { key, measures } of groups) runs.set(key, (runs.get(key) ?? 0) + readCounts(measures).runs)
  const sorted = [...runs].toSorted(([a, one], [b, other]) => other - one || (a < b ? -1 : 1))
  return new Set(sorted.slice(0, maxValues).map(([value]) => value))
}

export interface GroupContext {
  dayNumber: (day: string) => number
  /** Returns the number of steps of a funnel. */
  stepsOf: (funnel: string) => number
}

/** Measures of orders before which events are missing. */
const incompleteOrder = /^tracking:.*:[1-9]\d*$/su

function slotRuns(place: Place, steps: number, measures: readonly MeasureCount[]): SlotRuns {
  const counts = readCounts(measures)
  return {
    ...place,
    reached: runsByStage(steps, counts),
    lost: missedStages(steps, counts).map(({ lost }) => lost),
    messages: counts.invalid.filter(({ step }) => step <= steps),
    incompleteOrders: measures.reduce(
      (sum, { measure, runs }) => (incompleteOrder.test(measure) ? sum + runs : sum),
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

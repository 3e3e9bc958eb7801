import type { PathsReport } from '#domain/reports/paths/shape.ts'
import type { NaiveRun } from '#tests/service/projections/count-naively.ts'

// Expected rows of the report on paths.

type Order = NonNullable<NaiveRun['order']>

const limits = [0, 5, 15, 60, 360, 1440, 4320, 10_080].map((minutes) => minutes * 60)

export function timesOf(times: readonly (number | undefined)[]): PathsReport['sinceStart'] {
  return limits.map((fromSeconds, index) => {
    const toSeconds = limits[index + 1] ?? null
    const isWithin = (ms: number | undefined) =>
      ms !== undefined && ms / 1000 >= fromSeconds && ms / 1000 < (toSeconds ?? Infinity)
    return { fromSeconds, toSeconds, orders: times.filter(isWithin).length }
  })
}

export function rowOf(path: string, orders: readonly Order[]): PathsReport['rows'][number] {
  const days = orders.map(({ sinceContactMs = 0 }) => Math.min(14, Math.floor(sinceContactMs / 86_400_000)))
  const sum = (some: readonly Order[]) => some.reduce((total, { priceCents }) => total + priceCents, 0)
  return {
    channels: path.split(' > '),
    orders: orders.length,
    medianDays: days.toSorted((a, b) => a - b)[Math.ceil(days.length / 2) - 1]!,
    revenueCents: sum(orders),
    netRevenueCents: sum(orders.filter(({ status }) => status === 'paid')),
  }
}

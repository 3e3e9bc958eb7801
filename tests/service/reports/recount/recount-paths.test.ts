import { expect, test } from 'vitest'
import { type PathsReport, pathsContract } from '#domain/reports/paths/shape.ts'
import type { NaiveRun } from '#tests/service/projections/count-naively.ts'
import { within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'

// Compares the paths that lead to orders, and the times until them, with those computed from the raw events.

type Order = NonNullable<NaiveRun['order']>

const limits = [0, 5, 15, 60, 360, 1440, 4320, 10_080].map((minutes) => minutes * 60)

function timesOf(times: readonly (number | undefined)[]): PathsReport['sinceStart'] {
  return limits.map((fromSeconds, index) => {
    const toSeconds = limits[index + 1] ?? null
    const isWithin = (ms: number | undefined) =>
      ms !== undefined && ms / 1000 >= fromSeconds && ms / 1000 < (toSeconds ?? Infinity)
    return { fromSeconds, toSeconds, orders: times.filter(isWithin).length }
  })
}

function rowOf(path: string, orders: readonly Order[]): PathsReport['rows'][number] {
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

describeRecount('paths', (worlds) => {
  test('the paths to orders and the times until them', () =>
    worlds().inEveryWorld(async ({ past, runs, range, funnel }) => {
      const counted = within(runs, range).filter((run) => run.funnel === funnel)
      const orders = counted.flatMap(({ order }) => order ?? [])
      const report = await worlds().ask(pathsContract.shape, 'attribution/paths', {
        ...range,
        ...past,
        funnel,
      })
      const byPath = Map.groupBy(orders, ({ path }) => path)
      const expected = [...byPath].map(([path, own]) => rowOf(path, own))
      expect(report.orders).toBe(orders.length)
      expect(report.rows).toHaveLength(expected.length)
      expect(report.rows).toEqual(expect.arrayContaining(expected))
      const ranked = report.rows.map((row) => row.orders)
      expect(ranked).toEqual(ranked.toSorted((a, b) => b - a))
      expect(report.sinceContact).toEqual(timesOf(orders.map(({ sinceContactMs }) => sinceContactMs)))
      expect(report.sinceStart).toEqual(timesOf(orders.map(({ sinceStartMs }) => sinceStartMs)))
    }))
})

import { expect, test } from 'vitest'
import { pathsContract } from '#domain/reports/paths/shape.ts'
import { within } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import { rowOf, timesOf } from './recount-path-rows.ts'

// Compares the paths that lead to orders, and the times until them, with those computed from the raw events.

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

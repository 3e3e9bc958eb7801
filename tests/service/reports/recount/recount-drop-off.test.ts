import { expect, test } from 'vitest'
import { pairDimensions, runDimensions } from '#domain/runs/dimensions.ts'
import {
  breakdownContract,
  dropOffContract,
  fieldsContract,
  trendContract,
} from '#domain/reports/drop-off/shape.ts'
import { dropOffQuery, ofReport } from './recount-request.ts'
import { daysIn, figuresOf, medianOf, outcomeOf, refusedOf, stagesOf, within } from './recount-figures.ts'
import { type KnownRun, knownRuns } from './recount-runs.ts'
import { describeRecount } from './recount-engines.ts'
import { expectSame } from './recount-worlds.ts'

// Compares every figure of the drop-off reports with a figure computed independently from the raw events.

describeRecount('the drop-off', (worlds) => {
  test('drop-off', () =>
    worlds().inEveryWorld(async (world) => {
      const { version, runs } = ofReport(world)
      const report = await worlds().ask(dropOffContract.shape, 'drop-off', dropOffQuery(world))
      const { stages, completed, abandoned, open, conversionRate } = outcomeOf(runs)
      expect(report).toMatchObject({ funnelVersion: version, completed, abandoned, open, conversionRate })
      const [start, ...others] = report.stages
      expect(start.runs).toBe(stages[0])
      expect(others).toMatchObject(stagesOf(runs))
      for (const { stage, medianSeconds } of others) expectMedian(medianSeconds, medianOf(runs, stage))
      const refused = refusedOf(runs, 0).map(({ step, field, rule, runs: hit }) => {
        return { step, field, rule, runs: hit }
      })
      expectSame(report.invalid, refused)
    }))

  test('drop-off with orders within a window, and the time until the order', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      for (const [orderWithin, ms] of windows) {
        const query = { ...dropOffQuery(world), orderWithin }
        const report = await worlds().ask(dropOffContract.shape, 'drop-off', query)
        // A run with a later order is one that its visitor left before the order.
        const counted = runs.map((run): KnownRun =>
          run.order && run.order.afterMs > ms ? { ...run, stage: 3, outcome: 'abandoned' } : run,
        )
        const completed = counted.filter(({ outcome }) => outcome === 'completed').length
        const [start, ...others] = report.stages
        expect(start.runs).toBe(runs.length)
        expect(others).toMatchObject(stagesOf(counted))
        expect(report).toMatchObject({
          completed,
          abandoned: counted.filter(({ outcome }) => outcome === 'abandoned').length,
          orderedLate: runs.filter(({ order }) => order).length - completed,
          conversionRate: runs.length === 0 ? 0 : completed / runs.length,
        })
        const times = runs.flatMap(({ order }) => order?.afterMs ?? []).toSorted((a, b) => a - b)
        for (const [quartile, share] of [
          ['lower', 1 / 4],
          ['median', 1 / 2],
          ['upper', 3 / 4],
        ] as const) {
          const place = (times.length - 1) * share
          const exact =
            times.length === 0 ? null : (times[Math.floor(place)]! + times[Math.ceil(place)]!) / 2000
          expectMedian(report.secondsToOrder?.[quartile] ?? null, exact)
        }
        // The lists have exactly the runs of the figures. No funnel has version 2, which some of the runs have.
        if (world.version === undefined) continue
        for (const [figure, outcome] of [
          ['completed', 'completed'],
          ['abandoned', 'abandoned'],
        ] as const) {
          const { rows } = await worlds().listRuns({ ...query, figure })
          const expected = counted.filter((run) => run.outcome === outcome)
          expectSame(
            rows.map(({ runId }) => runId),
            expected.map(({ runId }) => runId),
          )
        }
      }
    }))

  test('drop-off by day', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      const report = await worlds().ask(trendContract.shape, 'drop-off/trend', dropOffQuery(world))
      const days = daysIn(world.range).map((one) => ({
        day: one,
        ...outcomeOf(within(runs, { from: one, to: one })),
      }))
      expect(report.days).toEqual(days)
    }))

  test('drop-off by dimension', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      for (const by of runDimensions) {
        const report = await worlds().ask(breakdownContract.shape, 'drop-off/breakdown', {
          ...dropOffQuery(world),
          by,
        })
        const keys = [...new Set(runs.map((run) => run[by]))]
        const rows = keys.map((key) => ({
          key,
          andKey: null,
          ...outcomeOf(runs.filter((run) => run[by] === key)),
        }))
        expectSame(report.rows, rows)
        expect(report.totals).toEqual(outcomeOf(runs))
      }
    }))

  test('drop-off by two dimensions', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      for (const by of runDimensions)
        for (const and of pairDimensions.filter((one) => one !== by)) {
          const query = { ...dropOffQuery(world), by, and }
          const report = await worlds().ask(breakdownContract.shape, 'drop-off/breakdown', query)
          const pairs = [...Map.groupBy(runs, (run) => `${run[by]}|${run[and]}`).values()]
          const rows = pairs.map((some) => ({
            key: some[0]![by],
            andKey: some[0]![and],
            ...outcomeOf(some),
          }))
          expectSame(report.rows, rows)
          expect(report.totals).toEqual(outcomeOf(runs))
        }
    }))

  test('drop-off by field', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs, price } = ofReport(world)
      const report = await worlds().ask(fieldsContract.shape, 'drop-off/fields', dropOffQuery(world))
      // The worlds have too few runs for an estimate, which excess.test.ts computes a second way.
      const rows = report.rows.map(
        ({ stepName: _name, label: _label, othersRate, excess, runsByDay, ...row }) => {
          expect([othersRate, excess]).toEqual([null, null])
          expect(runsByDay.reduce((sum, one) => sum + one, 0)).toBe(row.runs)
          return row
        },
      )
      expectSame(rows, refusedOf(runs, price))
    }))

  test('the runs of every figure of the drop-off', () =>
    worlds().inEveryWorld(async (world) => {
      // Request version 1. Some random runs have version 2, but the list of runs rejects a request for version 2,
      // because no funnel has that version.
      const known = { ...world, version: 1 }
      const { runs } = ofReport(known)
      for (const [figure, isIn] of figuresOf(runs)) {
        const query = { ...dropOffQuery(known), figure }
        const { total, rows, sums } = await worlds().listRuns(query)
        const expected = runs.filter(isIn)
        expect([figure, total]).toEqual([figure, expected.length])
        expectSame(
          rows.map(listed),
          expected.map((run) => listed({ ...run, status: run.outcome })),
        )
        expect([figure, sums]).toEqual([figure, sumsOf(expected)])
      }
    }))

  test('the runs by which every figure has changed since a past position', () =>
    worlds().inEveryWorld(async (world) => {
      const { delivered, past } = world
      if (past.asOf === undefined) return
      const known = { ...world, version: 1 }
      const then = ofReport(known).runs
      const now = ofReport({ ...known, runs: knownRuns(delivered) }).runs
      const figures = figuresOf([...then, ...now])
      for (const [figure, isIn] of figures) {
        const list = await worlds().listRuns({ ...dropOffQuery(known), figure, changes: 'only' })
        const idsOf = (runs: readonly KnownRun[]) => runs.filter(isIn).map(({ runId }) => runId)
        const [before, after] = [idsOf(then), idsOf(now)]
        const added = after.filter((runId) => !before.includes(runId))
        const removed = before.filter((runId) => !after.includes(runId))
        expect([figure, list.total, list.changes]).toEqual([
          figure,
          added.length + removed.length,
          { added: added.length, removed: removed.length },
        ])
        expectSame(
          list.rows.map(({ runId, change }) => `${runId} ${change}`),
          [...added.map((runId) => `${runId} added`), ...removed.map((runId) => `${runId} removed`)],
        )
      }
    }))

  test('the runs of every figure that ended in a certain way', () =>
    worlds().inEveryWorld(async (world) => {
      const known = { ...world, version: 1 }
      const { runs } = ofReport(known)
      for (const [index, [figure, isIn]] of figuresOf(runs).entries()) {
        const outcome = outcomes[(index + world.number) % 3]!
        const list = await worlds().listRuns({ ...dropOffQuery(known), figure, outcome })
        const expected = runs.filter(isIn)
        const ended = expected.filter((run) => run.outcome === outcome)
        expect([figure, outcome, list.total]).toEqual([figure, outcome, ended.length])
        expect(list.sums).toEqual(sumsOf(expected))
        expectSame(
          list.rows.map(({ runId }) => runId),
          ended.map(({ runId }) => runId),
        )
      }
    }))
})

const windows = [
  ['1h', 3_600_000],
  ['1d', 86_400_000],
] as const

const outcomes = ['open', 'abandoned', 'completed'] as const

/** Returns how many runs ended in each way, and the price of their orders and of the paid, not withdrawn ones. */
function sumsOf(runs: readonly KnownRun[]) {
  const ended = (outcome: KnownRun['outcome']) => runs.filter((run) => run.outcome === outcome).length
  const { revenueCents, netRevenueCents } = outcomeOf(runs)
  return {
    open: ended('open'),
    abandoned: ended('abandoned'),
    completed: ended('completed'),
    revenueCents,
    netRevenueCents,
  }
}

const shown = [
  'runId',
  'funnel',
  'device',
  'browser',
  'os',
  'channel',
  'source',
  'campaign',
  'reason',
  'entry',
  'consent',
] as const

function listed(
  run: Pick<KnownRun, (typeof shown)[number]> & {
    status: string
    stage: number
  },
) {
  return [...shown.map((name) => run[name]), run.status, run.stage]
}

/**
 * Compares medians, in seconds. The tolerance is 5.5 %, because reports count times in buckets, and 1 ms more for
 * rounding.
 */
function expectMedian(given: number | null, expected: number | null): void {
  if (given === null || expected === null) expect(given).toBe(expected)
  else expect(Math.abs(given - expected)).toBeLessThanOrEqual(0.055 * expected + 0.001)
}

import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type CohortsReport, cohortsContract } from '#domain/reports/cohorts/shape.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { day } from '#tests/service/reports/open-reports.ts'
import { describeRecount } from '#tests/service/reports/recount/recount-engines.ts'
import {
  type Range,
  daysIn,
  matches,
  salesOf,
  within,
} from '#tests/service/reports/recount/recount-figures.ts'
import { type KnownRun, berlin, daysOfWorld } from '#tests/service/reports/recount/recount-runs.ts'
import type { World } from '#tests/service/reports/recount/recount-worlds.ts'

// Compares the runs of each week, and what they had done some days later, with figures computed from the raw events.

/** A paid order of each funnel on each day of a world. Random runs alone may have none that a report counts. */
const paidRuns = ['anmeldung', 'abmeldung'].flatMap((funnel, number) =>
  [0, 1].flatMap((later) => {
    const run = { funnel, runId: `run-8${number}${later}`, at: noon + later * day }
    return (['start', 'complete', 'paid'] as const).map((type) => storedEvent(type, run))
  }),
)

/** Enough worlds that some reports count these orders, and are read late enough. */
const enough = { more: paidRuns, atLeast: 30 }

const ages = [0, 1, 2, 3, 5, 7, 14, 30]

describeRecount('cohorts', (worlds) => {
  test('by week, with and without filters, in the present and the past', async () => {
    const seen = { cells: 0, missing: 0, kept: 0 }
    await worlds().inEveryWorld(async (world) => {
      const { number, past, range, funnel, filter, runs } = world
      const { at } = daysOfWorld(number)
      const { clock, store } = worlds().reports.service
      clock.set(at + ((number * 7) % 40) * day)
      const asOf = past.asOf ?? (await store.log.head())
      // A report as of a position is read as of the day of its last event.
      const now = past.asOf === undefined ? clock.now() : (await store.log.timeAt(asOf))!
      const query = { ...range, ...past, ...filter, funnel }
      const report = await worlds().ask(cohortsContract.shape, 'cohorts', query)
      expectReport(report, { ...world, runs: matching(runs, world) }, berlin(now))
      for (const cell of report.rows.flatMap(({ cells }) => cells)) {
        if (cell) seen.cells += 1
        else seen.missing += 1
        seen.kept += cell?.keptBy ?? 0
      }
    }, enough)
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0)
  })

  test('as of a position after which all runs changed', async () => {
    let orders = 0
    await worlds().inEveryWorld(async (world) => {
      const { number, past, range, funnel, delivered, runs, events } = world
      if (past.asOf !== undefined || events.length !== delivered.length) return
      const { at } = daysOfWorld(number)
      const { append, service } = worlds().reports
      // An event of another funnel, 20 days later, is the last one that the report knows.
      const later = at + 20 * day
      const marker = storedEvent('start', {
        id: randomUUID(),
        runId: randomUUID(),
        funnel: 'zusaetzlich',
        at: later,
      })
      await append(marker)
      const asOf = await service.store.log.head()
      const ends = runs.flatMap(({ runId, order }) =>
        order ? [storedEvent('withdrawn', { id: randomUUID(), runId, funnel, at: later + day })] : [],
      )
      const repeated = delivered
        .filter(({ type }) => type === 'step' || type === 'abandon')
        .map((event) => ({ ...event, id: randomUUID() }))
      await append(...repeated, ...ends)
      const query = { ...range, funnel }
      const before = await worlds().ask(cohortsContract.shape, 'cohorts', { ...query, asOf })
      const ofFunnel = runs.filter((run) => run.funnel === funnel)
      expectReport(before, { ...world, runs: ofFunnel }, berlin(later))
      // Nothing is kept of orders that were withdrawn since.
      service.clock.set(later)
      const after = await worlds().ask(cohortsContract.shape, 'cohorts', query)
      expect(sum(after.totals.map(({ keptBy }) => keptBy))).toBe(0)
      orders += before.rows.reduce((sum, { ordered }) => sum + ordered, 0)
    }, enough)
    expect(orders).toBeGreaterThan(0)
  })
})

function matching(runs: readonly KnownRun[], { funnel, filter }: World): KnownRun[] {
  return runs.filter((run) => run.funnel === funnel && matches(run, filter))
}

function expectReport(report: CohortsReport, { runs, range }: World, today: string): void {
  expect(report.today).toBe(today)
  const mondays = [...new Set(daysIn(range).map(mondayOf))]
  expect(report.rows.map(({ week }) => week)).toEqual(mondays)
  const expected = mondays.map((week) => {
    const days = daysIn(range).filter((one) => mondayOf(one) === week)
    const own: Range = { from: days[0]!, to: days.at(-1)! }
    const started = within(runs, own)
    const { orders, completed: _, ...sales } = salesOf(started)
    return { week, ...own, ...sales, ordered: orders, cells: cellsOf(started, own, today) }
  })
  expect(report.rows).toMatchObject(expected)
  const complete = ages.map((_, index) => expected.filter(({ cells }) => cells[index] !== null))
  expect(report.totals).toMatchObject(
    complete.map((rows, index) => ({
      days: ages[index],
      weeks: rows.length,
      runs: sum(rows.map((row) => row.runs)),
      orderedBy: sum(rows.map(({ cells }) => cells[index]!.orderedBy)),
      paidBy: sum(rows.map(({ cells }) => cells[index]!.paidBy)),
      keptBy: sum(rows.map(({ cells }) => cells[index]!.keptBy)),
    })),
  )
}

function cellsOf(runs: readonly KnownRun[], { to }: Range, today: string) {
  return ages.map((days) => {
    const last = (one: KnownRun) => shifted(one.day, days)
    if (shifted(to, days) >= today) return null
    const ordered = runs.filter((one) => one.order && berlin(one.order.at) <= last(one))
    const paid = ordered.filter(({ order, ...one }) => {
      const after = order!.paidAfterMs
      return after !== null && berlin(order!.at + after) <= last({ order, ...one })
    })
    const kept = paid.filter(({ order }) => order!.status === 'paid')
    return {
      days,
      orderedBy: ordered.length,
      orderedByRate: runs.length === 0 ? 0 : ordered.length / runs.length,
      paidBy: paid.length,
      keptBy: kept.length,
      keptByRate: runs.length === 0 ? 0 : kept.length / runs.length,
    }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0)

const shifted = (one: string, days: number) =>
  new Date(Date.parse(one) + days * day).toISOString().slice(0, 10)

/** Returns the Monday of the week of a day. */
function mondayOf(one: string): string {
  for (let back = 0; ; back += 1)
    if (
      new Date(shifted(one, -back)).toLocaleDateString('en-US', { timeZone: 'UTC', weekday: 'long' }) ===
      'Monday'
    )
      return shifted(one, -back)
}

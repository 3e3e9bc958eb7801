// @module-tag slow
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AttributionDelta, DropOffCount, RunRow } from '#db/ports/projection-store.ts'
import type { ReportStore } from '#db/ports/report-store.ts'
import {
  type AttributionModel,
  attributionModels,
  creditDimensions,
  creditUnit,
  campaignDimensions,
} from '#domain/attribution/credit-touches.ts'
import { attributionReport } from '#domain/reports/attribution/compute.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { ListedRun } from '#domain/reports/runs/shape.ts'
import type { StoredEvent, Touch } from '#domain/events/stored-event.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { createPastReports, rowsVersion } from '#service/reports/past/past-reports.ts'
import { ResumedRuns } from '#service/reports/past/resumed-runs.ts'
import type { StatusOf } from '#domain/reports/runs/list-run.ts'
import { type CreditFigure, readCreditPage, readCreditSum } from '#service/reports/read/credit-runs.ts'
import { breakdown } from '#service/reports/drop-off.ts'
import { models } from '#service/reports/attribution.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { projectedEngines } from './projected-engines.ts'
import type { ProjectedStore } from './projected-store.ts'
import { readReport } from '#tests/service/reports/define/read-report.ts'
import { allVariants } from '#tests/variants.ts'

const day = '2026-11-20'
const range = { from: '2026-11-19', to: day }
const places = 2000
const price = 4999
const hour = 3600 * 1000

const values = (name: string): Omit<Touch, 'at'> => ({
  source: `source ${name}`,
  medium: `medium ${name}`,
  campaign: `campaign ${name}`,
  content: `content ${name}`,
  term: `term ${name}`,
})

let ids = 0

function event(type: StoredEvent['type'], runId: string, names: readonly string[], at = noon): StoredEvent {
  const touches = names.map((name, index) => ({ at: at - hour + index, ...values(name) }))
  ids += 1
  const started = { secretHash: 'a'.repeat(64), entry: `/${names.join('-')}` }
  const data = type === 'start' ? { data: started } : {}
  return storedEvent(type, { id: `event ${ids}`, runId, at, ...data, meta: { touches } })
}

const starts = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    event('start', `run ${from + index}`, [String(from + index)]),
  )

/** Returns a `step` event with a fact and without touches. */
function steps(runId: string, reason: string): StoredEvent {
  return { ...event('step', runId, []), facts: { wohnungsart: reason } }
}

// Events in log order. A dimension has a limited number of places (`places`) per day. Each new value takes a place and
// gets its own row; when no place is free, it counts under `(other)`. `flood` leaves 10 places free, and
// `continuation` fills them.
const flood = starts(0, places - 10)
const continuation = [
  event('start', 'known', ['7', '8']),
  event('start', 'last with a place', ['new 0']),
  ...starts(5000, 5020),
  // The first touch of this run has known values. The values of its other touches are new and get no place.
  event('start', 'mixed', ['7', 'late']),
  event('complete', 'mixed', ['7', 'late', 'later'], noon + hour),
  event('start', 'beyond', ['late']),
  steps('beyond', 'obige'),
  event('complete', 'beyond', ['late', '9'], noon + hour),
  // All values of this run are known, but not in this combination.
  {
    ...event('start', 'combined', []),
    meta: {
      ...event('start', 'combined', []).meta,
      touches: [{ at: noon, ...values('11'), campaign: 'campaign 12', medium: 'medium 13' }],
    },
  },
]
/**
 * Events that arrive after the limit of the day is reached. The first two are second `start` events of two runs in
 * `continuation`. Their time is a day earlier, so they move these runs to the previous day, on which the limit is not
 * reached.
 */
const moves = [
  event('start', 'beyond', ['moved'], noon - 24 * hour),
  event('start', 'run 5019', ['moved as well'], noon - 24 * hour),
  event('complete', 'run 3', ['3', 'only at the order'], noon + hour),
  event('start', 'late', ['too late']),
]
const all = [...flood, ...continuation, ...moves]

/**
 * Returns the first `places` values of a dimension on `day`, which get their own rows. Computes them from the events,
 * without the projections.
 */
function firstOnDay(dimension: (typeof campaignDimensions)[number]): Set<string> {
  const first = new Set<string>()
  const runDay = new Map<string, string>()
  for (const { runId, at, meta } of all) {
    if (!runDay.has(runId) || at < noon) runDay.set(runId, at < noon ? 'before' : 'day')
    if (runDay.get(runId) === 'day')
      for (const touch of meta.touches) if (first.size < places) first.add(touch[dimension]!)
  }
  return first
}

let projected: ProjectedStore
/** The reports after each of `flood`, `continuation` and `moves`, keyed by the log position of its last event. */
const reportsAt = new Map<number, unknown>()

async function askAll(reports: ReportStore) {
  const query = { ...range, funnel: 'anmeldung', by: 'source' as const }
  return {
    attribution: await Promise.all(
      attributionModels.map(async (model) => {
        const about = { ...range, dayOf: 'start' as const, model, by: 'campaign' as const, funnel: null }
        const { asOfPosition, rows } = await reports.attribution({ ...range, model, by: 'campaign' })
        return attributionReport({ ...about, asOfPosition }, rows)
      }),
    ),
    models: await readReport(models, reports, { ...range, by: 'source' }),
    breakdown: await readReport(breakdown, reports, query),
    entries: await readReport(breakdown, reports, { ...query, by: 'entry' }),
    others: await listed(reports, { model: 'linear', dimension: 'campaign', key: '(other)' }),
  }
}

const statusOf: StatusOf = ({ status }) => status

async function listed(reports: ReportStore, figure: CreditFigure) {
  const query = { ...range, funnels: ['anmeldung'], segment: {}, anyOf: all4, butNot: [] }
  const rows: ListedRun[] = []
  let page = await readCreditPage(
    reports,
    { runsOf: query, statusOf, figure },
    { size: 1000, before: undefined },
  )
  rows.push(...page.rows)
  while (page.next) {
    page = await readCreditPage(
      reports,
      { runsOf: query, statusOf, figure },
      { size: 1000, before: page.next },
    )
    rows.push(...page.rows)
  }
  return { rows, sum: await readCreditSum(reports, query, figure) }
}
const all4 = ['completed', ...[0, 1, 2, 3].map((step) => `stage:${step}`)]

interface Rows {
  runs: (RunRow & { segment: RunSegment })[]
  dropOff: DropOffCount[]
  attribution: AttributionDelta[]
}

const dump = async () => (await projected.rows()) as unknown as Rows

async function expectPlaces() {
  const { attribution } = await dump()
  for (const dimension of campaignDimensions) {
    const keys = new Set(
      attribution.filter((row) => row.day === day && row.dimension === dimension).map(({ key }) => key),
    )
    const first = firstOnDay(dimension)
    expect(first.size).toBe(places)
    expect(keys.has('(other)')).toBe(true)
    expect([...keys].filter((key) => key !== '(other)' && !first.has(key))).toEqual([])
  }
  // The previous day has fewer than `places` sources, so the source of a moved run gets its own row there.
  const before = attribution.filter((row) => row.day < day && row.dimension === 'source')
  expect(before.map(({ key }) => key)).toContain('source moved')
}

async function expectBoundedTables() {
  const { attribution, dropOff } = await dump()
  for (const model of attributionModels)
    for (const dimension of creditDimensions) {
      const rows = attribution.filter(
        (row) => row.day === day && row.model === model && row.dimension === dimension,
      )
      // Each dimension has one row per place and the row `(other)`. With `sourceCampaign`, each source may also have an
      // `(other)` row for its campaigns. In this test, one source has such a row.
      expect(rows.length).toBeLessThanOrEqual(places + (dimension === 'sourceCampaign' ? 2 : 1))
    }
  const segments = new Set(
    dropOff
      .filter((row) => row.day === day && (row.segment === null || row.segment.kind === 'campaign'))
      .map(({ segment }) => JSON.stringify(segment)),
  )
  expect(segments.size).toBeGreaterThan(places - 20)
  // Up to four segments have no place: the total, and the `(other)` segments, which differ by device and reason.
  expect(segments.size).toBeLessThanOrEqual(places + 4)
  const entries = new Set(
    dropOff.flatMap((row) => (row.day === day && row.segment?.kind === 'entry' ? row.segment.entry : [])),
  )
  // The entry of the site's own start page needs no place. The run whose start moved to another day keeps its place.
  expect(entries.size).toBeGreaterThan(places - 20)
  expect(entries.size).toBeLessThanOrEqual(places + 2)
  expect(entries).toContain('(other)')
  expect(entries).toContain('/')
}

async function expectExactSums() {
  const { attribution, runs } = await dump()
  const ordered = runs.filter(({ status }) => status === 'completed').length
  expect(ordered).toBe(3)
  for (const model of attributionModels)
    for (const dimension of creditDimensions) {
      const rows = attribution.filter((row) => row.model === model && row.dimension === dimension)
      const sum = (name: 'runs' | 'orders' | 'revenueCents') =>
        rows.reduce((total, row) => total + row[name], 0)
      expect([sum('runs'), sum('orders'), sum('revenueCents')]).toEqual([
        runs.length * creditUnit,
        ordered * creditUnit,
        ordered * price,
      ])
    }
}

async function expectSameTotals() {
  const query = { ...range, funnel: 'anmeldung', by: 'source' as const }
  const { totals, rows } = await readReport(breakdown, projected.store.reports, query)
  expect(totals.stages[0]).toBe(new Set(all.map(({ runId }) => runId)).size)
  expect(rows.reduce((sum, { stages }) => sum + stages[0]!, 0)).toBe(totals.stages[0])
  expect(rows.length).toBeLessThanOrEqual(places + 1)
}

async function expectAgreeingLists(model: AttributionModel) {
  for (const figure of [
    { model, dimension: 'campaign', key: '(other)' },
    { model, dimension: 'sourceCampaign', source: 'source 11', key: '(other)' },
  ] as const) {
    const { rows, sum } = await listed(projected.store.reports, figure)
    expect(rows.length).toBeGreaterThan(0)
    const names = ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const
    const totals = names.map((name) => [name, rows.reduce((given, { credit }) => given + credit![name], 0)])
    expect(Object.fromEntries(totals)).toEqual(sum)
  }
}

describe.each(projectedEngines('file'))('a flood of campaign values on $name', ({ open }) => {
  // Both tests only read, apart from rebuilds, which must result in the same rows.
  beforeAll(async () => {
    reportsAt.clear()
    projected = await open()
    const { store, append, catchUp } = projected
    for (const [index, part] of [flood, continuation, moves].entries()) {
      await append(...part)
      await catchUp([500, 7, 2][index])
      reportsAt.set(await store.log.head(), await askAll(store.reports))
    }
  }, 120_000)
  afterAll(() => projected.close())

  test('fills the 2,000 places of a day in log order; further values count as (other), in sums and lists', async () => {
    await expectPlaces()
    await expectBoundedTables()
    await expectExactSums()
    await expectSameTotals()
    for (const model of attributionModels) await expectAgreeingLists(model)
  }, 120_000)

  test('gives the same result for past positions, and the same rows in a rebuild', async () => {
    const { store } = projected
    const before = JSON.stringify(await projected.rows())
    // With batches of 97 events, every part of the flood is spread over several.
    for (const batchSize of allVariants ? [1000, 97] : [97]) {
      await rebuildProjections({ store, now: () => noon, batchSize })
      expect(JSON.stringify(await projected.rows()) === before).toBe(true)
      expect(reportsAt.size).toBe(3)
      for (const [asOf, then] of reportsAt) {
        const rows = rowsVersion(await store.projections.live())
        const past = createPastReports({ store, resumed: new ResumedRuns(store, asOf), rows })
        expect(await askAll(past), `as of ${asOf}`).toEqual(then)
      }
    }
  }, 180_000)
})

import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportStore, RunPlace, RunsPage } from '#db/report-store.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { createPastReports } from '#service/reports/as-of/past-reports.ts'
import { createScan } from '#service/reports/as-of/scan.ts'
import { readBreakdown, readDropOff, readFields, readTrend } from '#service/reports/read-drop-off.ts'
import { readOverview } from '#service/reports/read-overview.ts'
import { projectedEngines } from '../projections/projected-engines.ts'
import type { ProjectedStore } from '../projections/projected-store.ts'
import { deliveredEvents } from '../projections/random-runs.ts'

let projected: ProjectedStore

// The random runs start on the 20th and the 21st.
const range = { from: '2026-11-20', to: '2026-11-21' }
const firstDay = { from: '2026-11-20', to: '2026-11-20' }
const both = ['anmeldung', 'abmeldung']
const query = { funnel: 'anmeldung', ...range }

/** Everything that can be asked for a past position, over the given reports. */
async function askAll(reports: ReportStore) {
  return {
    overview: await readOverview(reports, range),
    dropOff: await readDropOff(reports, query),
    ofOneDay: await readDropOff(reports, { ...query, ...firstDay }),
    ofOneVersion: await readDropOff(reports, { ...query, funnelVersion: 1 }),
    ofSegment: await readDropOff(reports, { ...query, device: 'mobile', source: 'a' }),
    ofReason: await readDropOff(reports, { ...query, funnel: 'abmeldung', reason: 'verstorben' }),
    trend: await readTrend(reports, query),
    breakdowns: await Promise.all(
      (['reason', 'source'] as const).map((by) =>
        readBreakdown(reports, { ...query, funnel: 'abmeldung', by }),
      ),
    ),
    fields: await readFields(reports, query),
    attribution: sorted(
      await reports.attribution({ ...range, model: 'decay', by: 'campaign', funnel: 'anmeldung' }),
    ),
    models: await Promise.all(
      (['source', 'sourceCampaign'] as const).map(async (by) =>
        sorted(await reports.attributionModels({ ...range, by, funnels: both })),
      ),
    ),
    campaigns: sorted(
      await reports.attributionModels({
        ...range,
        by: 'sourceCampaign',
        keyPrefix: '["a",',
        funnels: ['abmeldung'],
      }),
    ),
    orders: await allOrders(reports),
    completed: await allRuns(reports, { anyOf: ['completed'], butNot: [] }),
    open: await allRuns(reports, {
      anyOf: [0, 1, 2, 3].map((step) => `stage:${step}`),
      butNot: ['abandoned'],
    }),
    lostOnMobile: await allRuns(reports, { anyOf: ['stage:0'], butNot: [] }, { device: 'mobile' }),
  }
}

const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

/** The engines list them as they find them. */
function sorted<Answer extends { rows: object[]; measures?: object[] }>(answer: Answer): Answer {
  return {
    ...answer,
    rows: inOrder(answer.rows),
    ...(answer.measures && { measures: inOrder(answer.measures) }),
  }
}

async function allOrders(reports: ReportStore) {
  const pages = []
  let before: { at: number; position: number } | undefined
  for (;;) {
    const page = await reports.orders({ ...range, limit: 3, ...(before && { before }) })
    pages.push(page)
    const last = page.rows.at(-1)
    if (!last || page.rows.length < 3) break
    before = { at: last.at, position: last.position }
  }
  return pages
}

async function allRuns(reports: ReportStore, figure: { anyOf: string[]; butNot: string[] }, segment = {}) {
  const pages: RunsPage[] = []
  let before: RunPlace | null = null
  do {
    const asked = { ...range, ...figure, funnels: both, segment, limit: 4 }
    pages.push(await reports.runsOf({ ...asked, ...(before && { before }) }))
    before = pages.at(-1)!.next
  } while (before)
  const [{ total, asOfPosition }, rows] = [pages[0]!, pages.flatMap((page) => page.rows)]
  expect(rows).toHaveLength(total)
  return { total, asOfPosition, rows: rows.map(({ state: _state, ...row }) => row) }
}

/** Puts events into the log one by one, and answers what the reports said after each, or after every so many. */
async function reportEach(events: readonly StoredEvent[], every: number): Promise<Map<number, unknown>> {
  const { store, append, catchUp } = projected
  const said = new Map<number, unknown>()
  for (const [index, event] of events.entries()) {
    await append(event)
    await catchUp()
    if (index % every === 0) said.set(await store.log.head(), await askAll(store.reports))
  }
  return said
}

function unlikeOthers(events: readonly StoredEvent[]): StoredEvent[] {
  const prefix = randomUUID()
  return events.map((event) => ({
    ...event,
    id: `${prefix}-${event.id}`,
    runId: `${prefix}-${event.runId}`,
  }))
}

function happenedSince(events: readonly StoredEvent[], asOf: number) {
  const counted = [...Map.groupBy(events, ({ runId }) => runId).values()].filter(
    (own) => !own.some(({ meta }) => meta.bot),
  )
  const isLater = ({ position }: StoredEvent) => position > asOf
  return {
    events: counted.flat().filter(isLater).length,
    newRuns: counted.filter((own) => own.every(isLater)).length,
    resumedRuns: counted.filter((own) => own.some(isLater) && !own.every(isLater)).length,
    newOrders: counted.flat().filter((event) => event.type === 'complete' && isLater(event)).length,
  }
}

/** Of a random log; enough for runs to go on, be ordered, paid and withdrawn between two positions. */
const mostEvents = 14

// A read costs ten times as much on PostgreSQL, and the corrections know nothing of the engine.
const engines = projectedEngines.map((engine) => ({
  ...engine,
  ...(engine.name === 'SQLite' ? { times: 2, every: 1 } : { times: 1, every: 5 }),
}))

describe.each(engines)('a report of a past position on $name', ({ open, times, every }) => {
  beforeAll(async () => {
    projected = await open()
  })
  afterAll(() => projected.close())

  test('says what the report said then, at every position of random logs and whatever the pieces', async () => {
    const limits = fc.record({
      pieceSize: fc.integer({ min: 1, max: 9 }),
      foldedAtOnce: fc.integer({ min: 1, max: 3 }),
    })
    // Places to which the scan goes first although runs have gone on behind them, as they do while it is at work.
    const stops = fc
      .array(fc.integer({ min: 1, max: mostEvents / 2 }), { minLength: 1, maxLength: 3 })
      .map((places) => places.toSorted((a, b) => a - b))
    await fc.assert(
      fc.asyncProperty(deliveredEvents, limits, stops, async (events, limit, places) => {
        const { store } = projected
        const said = await reportEach(unlikeOthers(events.slice(0, mostEvents)), every)
        const log = await store.log.read(0, 10_000)
        for (const [asOf, then] of said) {
          const scan = createScan({ store, asOf, ...range, from: '2026-11-18', ...limit })
          for (const stop of places.map((place) => Math.min(asOf + place, log.length)))
            while (scan.position() < stop) await scan.step(stop)
          expect(await askAll(createPastReports({ store, asOf, scan })), `as of ${asOf}`).toEqual(then)
          expect(scan.since.of({ from: '2026-11-01', to: '2026-11-30' }, 'start')).toEqual(
            happenedSince(log, asOf),
          )
        }
      }),
      { numRuns: times, endOnFailure: true },
    )
  }, 120_000)
})

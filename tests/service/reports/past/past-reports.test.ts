import { modelsKinds } from '#domain/reports/attribution/models.ts'
import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runDimensions } from '#domain/runs/dimensions.ts'
import type { OrderCursor, ReportStore, RunCursor, RunsPage } from '#db/ports/report-store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { createPastReports, rowsVersion } from '#service/reports/past/past-reports.ts'
import { countSince } from '#service/reports/past/count-since.ts'
import { ResumedRuns } from '#service/reports/past/resumed-runs.ts'
import { breakdown, dropOff, fields, trend } from '#service/reports/drop-off.ts'
import { overview } from '#service/reports/overview.ts'
import { projectedEngines } from '#tests/service/projections/projected-engines.ts'
import type { ProjectedStore } from '#tests/service/projections/projected-store.ts'
import { deliveredEvents } from '#tests/service/projections/random-runs.ts'
import { readReport } from '#tests/service/reports/define/read-report.ts'
import { listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { afterOrder, ordersQuery } from '#tests/db/orders-query.ts'

let projected: ProjectedStore

// The random runs start on the 20th and the 21st.
const range = { from: '2026-11-20', to: '2026-11-21' }
const firstDay = { from: '2026-11-20', to: '2026-11-20' }
const both = ['anmeldung', 'abmeldung']
const query = { funnel: 'anmeldung', ...range }

/** Reads every report that is available for a past position. */
async function readAll(reports: ReportStore) {
  return {
    overview: await readReport(overview, reports, range),
    dropOff: await readReport(dropOff, reports, query),
    ofOneDay: await readReport(dropOff, reports, { ...query, ...firstDay }),
    ofOneVersion: await readReport(dropOff, reports, { ...query, funnelVersion: 1 }),
    ofSegment: await readReport(dropOff, reports, { ...query, device: 'mobile', source: 'a' }),
    ofReason: await readReport(dropOff, reports, { ...query, funnel: 'abmeldung', reason: 'verstorben' }),
    trend: await readReport(trend, reports, query),
    breakdowns: await Promise.all(
      runDimensions.map((by) => readReport(breakdown, reports, { ...query, funnel: 'abmeldung', by })),
    ),
    pairs: await readReport(breakdown, reports, { ...query, by: 'browser', and: 'weekday' }),
    countedRunByRun: await readReport(breakdown, reports, { ...query, by: 'os', entry: '/', source: 'a' }),
    fields: await readReport(fields, reports, query),
    attribution: sorted(
      await reports.attribution({ ...range, model: 'decay', by: 'campaign', funnel: 'anmeldung' }),
    ),
    models: await Promise.all(
      (['source', 'sourceCampaign'] as const).map(async (by) =>
        sorted(await reports.attributionModels({ ...range, by, funnels: both, kinds: modelsKinds })),
      ),
    ),
    campaigns: sorted(
      await reports.attributionModels({
        ...range,
        by: 'sourceCampaign',
        keyPrefix: '["a",',
        funnels: ['abmeldung'],
        kinds: modelsKinds,
      }),
    ),
    orders: await allOrders(reports),
    completed: await allRuns(reports, { anyOf: ['completed'], butNot: [] }),
    open: await allRuns(reports, {
      anyOf: [0, 1, 2, 3].map((step) => `stage:${step}`),
      butNot: [0, 1, 2, 3].map((step) => `abandoned:${step}`),
    }),
    inSafari: await allRuns(reports, { anyOf: ['stage:0'], butNot: [] }, { browser: 'Safari', source: 'a' }),
    lostOnMobile: await allRuns(reports, { anyOf: ['stage:0'], butNot: [] }, { device: 'mobile' }),
  }
}

const inOrder = (rows: object[]) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

/** Sorts the rows of a report, because engines return them in any order. */
function sorted<Rows extends { rows: object[]; measures?: object[] }>(report: Rows): Rows {
  return {
    ...report,
    rows: inOrder(report.rows),
    ...(report.measures && { measures: inOrder(report.measures) }),
  }
}

async function allOrders(reports: ReportStore) {
  const pages = []
  let after: OrderCursor | undefined
  for (;;) {
    const page = await reports.orders(
      ordersQuery({ ...range, limit: 3, sums: true, ...(after && { after }) }),
    )
    pages.push(page)
    const last = page.rows.at(-1)
    if (!last || page.rows.length < 3) break
    after = afterOrder(last)
  }
  return pages
}

async function allRuns(reports: ReportStore, figure: { anyOf: string[]; butNot: string[] }, segment = {}) {
  const pages: RunsPage[] = []
  let before: RunCursor | null = null
  do {
    const pageQuery = { ...range, ...figure, funnels: both, segment, limit: 4 }
    pages.push(await reports.runsOf({ ...pageQuery, ...(before && { before }) }))
    before = pages.at(-1)!.next
  } while (before)
  const [{ sums, asOfPosition }, rows] = [pages[0]!, pages.flatMap((page) => page.rows)]
  expect(rows).toHaveLength(listedRuns(sums))
  return { sums, asOfPosition, rows: rows.map(({ state: _state, ...row }) => row) }
}

/**
 * Appends events one by one. Reads all reports after the first event and then after every further `every` events.
 * Returns the reports by log position.
 */
async function reportEach(events: readonly StoredEvent[], every: number): Promise<Map<number, unknown>> {
  const { store, append, catchUp } = projected
  const reported = new Map<number, unknown>()
  for (const [index, event] of events.entries()) {
    await append(event)
    await catchUp()
    if (index % every === 0) reported.set(await store.log.head(), await readAll(store.reports))
  }
  return reported
}

function withUniqueIds(events: readonly StoredEvent[]): StoredEvent[] {
  const prefix = randomUUID()
  return events.map((event) => ({
    ...event,
    id: `${prefix}-${event.id}`,
    runId: `${prefix}-${event.runId}`,
  }))
}

function ofOrderedRuns(events: readonly StoredEvent[]): StoredEvent[] {
  const ordered = new Set(events.filter(({ type }) => type === 'complete').map(({ runId }) => runId))
  return events.filter(({ runId }) => ordered.has(runId))
}

function happenedSince(events: readonly StoredEvent[], asOf: number, upTo: number) {
  const counted = [...Map.groupBy(events, ({ runId }) => runId).values()]
    .filter((own) => !own.some(({ meta }) => meta.bot) || own.some(({ type }) => type === 'paid'))
    .map((own) => own.filter(({ position }) => position <= upTo))
    .filter((own) => own.length > 0)
  const isLater = ({ position }: StoredEvent) => position > asOf
  return {
    events: counted.flat().filter(isLater).length,
    newRuns: counted.filter((own) => own.every(isLater)).length,
    resumedRuns: counted.filter((own) => own.some(isLater) && !own.every(isLater)).length,
    newOrders: counted.flat().filter((event) => event.type === 'complete' && isLater(event)).length,
  }
}

/**
 * Maximum number of events in a random log. This is enough for runs that are continued, ordered, paid and withdrawn
 * between two positions.
 */
const maxEvents = 14

// PostgreSQL is tested with fewer logs and positions, because each read takes ten times as long as on SQLite. Folding
// the events of a run is the same code for both engines, so the tests on SQLite cover it.
const engines = projectedEngines().map((engine) => ({
  ...engine,
  ...(engine.name === 'SQLite' ? { times: 2, every: 1 } : { times: 1, every: 5 }),
}))

describe.each(engines)('a report of a past position on $name', ({ open, times, every }) => {
  beforeAll(async () => {
    projected = await open()
  })
  afterAll(() => projected.close())

  test('equals the report of that time, at every position of random logs and for any chunk size', async () => {
    const chunkSizes = fc.integer({ min: 1, max: 9 })
    // The log of a running service continues after the requested position `asOf`. The test therefore calls
    // `resumed.upTo` once for each stop before it reads the reports. A stop is a number of events after `asOf`.
    const stops = fc.array(fc.integer({ min: 1, max: maxEvents / 2 }), { minLength: 1, maxLength: 3 })
    await fc.assert(
      fc.asyncProperty(deliveredEvents, chunkSizes, stops, async (events, chunkSize, positions) => {
        const { store } = projected
        const reported = await reportEach(withUniqueIds(events.slice(0, maxEvents)), every)
        const log = await store.log.read(0, 10_000)
        for (const [asOf, then] of reported) {
          const resumed = new ResumedRuns(store, asOf, chunkSize)
          for (const position of positions) await resumed.upTo(Math.min(asOf + position, log.length))
          const rows = rowsVersion(await store.projections.live())
          expect(await readAll(createPastReports({ store, resumed, rows })), `as of ${asOf}`).toEqual(then)
          const november = { from: '2026-11-01', to: '2026-11-30' }
          for (const countedBy of ['start', 'order'] as const)
            for (const upTo of [asOf, Math.ceil((asOf + log.length) / 2), log.length])
              expect(await countSince(store.projections, { asOf, upTo, ...november, countedBy })).toEqual({
                position: upTo,
                ...happenedSince(countedBy === 'order' ? ofOrderedRuns(log) : log, asOf, upTo),
              })
        }
      }),
      { numRuns: times, endOnFailure: true },
    )
  }, 120_000)
})

import * as fc from 'fast-check'
import { allKinds } from '#tests/db/all-kinds.ts'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { OrderRow, RunRow } from '#db/ports/projection-store.ts'
import type { RunCursor, RunsPage } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { attributionModels, touchDimensions } from '#domain/attribution/credit-touches.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon, storedEvent } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { deliveredEvents } from '#tests/service/projections/random-runs.ts'
import { piiKey } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'
import { afterOrder, ordersQuery } from '#tests/db/orders-query.ts'

const databases = postgresDatabases()
const wide = { from: '2026-11-01', to: '2026-11-30' }
const files = temporaryStores()
let stores: Store[] = []

beforeEach(async () => {
  const sqlite = await files.open()
  const postgres = await openPostgresStore({ url: await databases.url(), piiKey, supervise: false })
  stores = [sqlite, postgres]
  const events = [...sample(), ...awkward()]
  // Different batch sizes must not change the result.
  await Promise.all([project(sqlite, events, 7), project(postgres, events, 50)])
})
afterEach(() => stores[1]?.close())

async function project(store: Store, events: NewEvent[], size: number): Promise<void> {
  for (let from = 0; from < events.length; from += 40)
    await store.log.append({
      events: events.slice(from, from + 40),
      rejected: [],
      now: noon,
      dedupeWindowMs: 0,
    })
  for (;;) {
    const progress = await projectNext(store, await store.projections.live(), { size, now: noon })
    if (progress.kind === 'idle') return
  }
}

function sample(): NewEvent[] {
  return fc
    .sample(deliveredEvents, { numRuns: 25, seed: 11 })
    .flatMap((events, index) => events.map((event) => prefixed(event, `${index}-`)))
}

function prefixed({ position: _position, ...event }: StoredEvent, prefix: string): NewEvent {
  return { ...event, id: prefix + event.id, runId: prefix + event.runId }
}

/** Returns events with campaigns that sort differently by locale, code unit and byte, and with very large numbers. */
function awkward(): NewEvent[] {
  const names = [
    'a',
    'B',
    'Z',
    'ä',
    'Äpfel',
    'ß',
    'zebra',
    '-a',
    ' a',
    'a b',
    'ａ',
    '\u{1f600}',
    '100%',
    "o'",
    '"',
    '\\',
  ]
  return names.flatMap((campaign, index) => {
    const run = {
      runId: `awkward-${index}`,
      meta: { touches: [{ at: noon, campaign, source: names.at(-index)! }] },
    }
    const start = storedEvent('start', { ...run, id: `start-${index}` })
    const step = storedEvent('step', { ...run, id: `step-${index}`, data: { seconds: 0.1 + 0.2 } })
    return [start, step].map((event) => prefixed(event, ''))
  })
}

const byText = <Row>(rows: Row[]) => rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))

describe('both engines, from the same events', () => {
  test('produce identical rows in the same order', async () => {
    const dumps = await Promise.all(
      stores.map(async (store) => store.projections.dump((await store.projections.live()).generation)),
    )
    expect(dumps[0]!.dropOff.length).toBeGreaterThan(100)
    expect(dumps[0]!.orders.length).toBeGreaterThan(10)
    expect(dumps[1]).toEqual(dumps[0])
    // The states of runs are returned exactly as written, including the order of their keys.
    expect(JSON.stringify(dumps[1]!.runs)).toBe(JSON.stringify(dumps[0]!.runs))
  })

  test('return the same reports for every query', async () => {
    const filters = [
      {},
      { device: 'mobile' },
      { campaign: 'Äpfel' },
      { source: '\\', device: 'mobile' },
      { browser: 'Chrome', source: '\\' },
    ]
    for (const segment of filters)
      for (const by of [undefined, 'day', 'campaign', 'hour', ['os', 'weekday']] as const) {
        const [one, other] = await Promise.all(
          stores.map(async ({ reports }) => {
            const query = {
              funnels: ['anmeldung', 'abmeldung'],
              ...wide,
              segment,
              kinds: allKinds,
              ...(by && { by }),
            }
            const { groups, ...report } = await reports.counts(query)
            return {
              ...report,
              groups: byText(groups.map((group) => ({ ...group, measures: byText(group.measures) }))),
            }
          }),
        )
        expect(one!.groups.length).toBeGreaterThan(0)
        expect(other).toEqual(one)
      }
    for (const model of attributionModels)
      for (const by of touchDimensions) {
        const [one, other] = await Promise.all(
          stores.map(async ({ reports }) => {
            const report = await reports.attribution({ ...wide, model, by })
            return { ...report, rows: byText(report.rows) }
          }),
        )
        expect(one!.rows.length).toBeGreaterThan(0)
        expect(other).toEqual(one)
      }
  })

  test('page through the same orders', async () => {
    const pages = await Promise.all(stores.map(({ reports }) => readOrders(reports)))
    expect(pages[0]!.length).toBeGreaterThan(3)
    expect(pages[1]).toEqual(pages[0])
  })

  test('page through the same runs of a figure', async () => {
    const pages = await Promise.all(stores.map(({ reports }) => readRuns(reports)))
    expect(pages[0]!.length).toBeGreaterThan(3)
    expect(pages[1]).toEqual(pages[0])
  })

  test('return the same live counts', async () => {
    const query = { since: noon - 30 * 60_000, until: noon + 48 * 3600_000, activeSince: noon }
    const [one, other] = await Promise.all(
      stores.map(async ({ reports }) => {
        const { started, ordered, ...report } = await reports.live(query)
        return { ...report, started: byText(started), ordered: byText(ordered) }
      }),
    )
    expect([one!.started.length > 3, one!.ordered.length > 0, one!.activeRuns > 3]).toEqual([
      true,
      true,
      true,
    ])
    expect(other).toEqual(one)
  })
})

async function readRuns(reports: Store['reports']): Promise<RunRow[][]> {
  const pages: RunRow[][] = []
  let before: RunCursor | null = null
  do {
    const page: RunsPage = await reports.runsOf({
      funnels: ['anmeldung', 'abmeldung'],
      ...wide,
      segment: { device: 'mobile' },
      anyOf: ['stage:0', 'stage:1', 'stage:2', 'stage:3'],
      butNot: ['abandoned'],
      limit: 5,
      ...(before && { before }),
    })
    pages.push(page.rows)
    before = page.next
  } while (before)
  return pages
}

async function readOrders(reports: Store['reports']): Promise<OrderRow[][]> {
  const pages: OrderRow[][] = []
  for (;;) {
    const last = pages.at(-1)?.at(-1)
    const after = last && { after: afterOrder(last) }
    const { rows } = await reports.orders(ordersQuery({ ...wide, ...after, limit: 5 }))
    if (rows.length === 0) return pages
    pages.push(rows)
  }
}

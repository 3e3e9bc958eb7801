import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openPostgresStore } from '#db/postgres/open.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { type FulfilmentReport, fulfilmentContract } from '#domain/reports/fulfilment/shape.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { iso } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type Reports, day, hour, minute, openReports, run } from './open-reports.ts'

const noon = Date.parse('2026-11-20T11:00:00Z')
const campaigns = ['herbst', 'umzug', undefined] as const
const databases = postgresDatabases('file')

const engines = [
  { name: 'SQLite', options: async () => ({}) },
  {
    name: 'PostgreSQL',
    async options() {
      const url = await databases.url()
      return { openStore: (piiKey: Uint8Array) => openPostgresStore({ url, piiKey, supervise: false }) }
    },
  },
]

/** Ways in which an order continues. Each one is a list of later events with the time since the order. */
const courses: readonly (readonly [type: StoredEvent['type'], after: number])[][] = [
  [],
  [['paid', 3 * minute]],
  [
    ['paid', 7 * minute],
    ['submitted', 3 * hour],
    ['sent', 26 * hour],
  ],
  [
    ['paid', 50 * minute],
    ['submitted', 3 * hour],
    ['sent', 4 * hour],
  ],
  [
    ['paid', 2 * minute],
    ['submitted', 2 * hour],
    ['failed', 9 * hour],
    ['refunded', 2 * day],
  ],
  [
    ['paid', 90 * minute],
    ['withdrawal_declared', 2 * hour],
    ['withdrawn', 3 * hour],
    ['refunded', day],
  ],
  [
    ['withdrawal_declared', hour],
    ['withdrawal_revoked', 2 * hour],
    ['paid', 5 * hour],
    ['sent', 2 * day],
  ],
]

const dataOf = (type: StoredEvent['type'], orderId: string) => ({
  orderId,
  ...(type === 'paid' && { paymentId: `pay-${orderId}`, amountCents: 4999 }),
  ...(type === 'submitted' && { letterId: `letter-${orderId}` }),
  ...(['sent', 'failed', 'refunded', 'withdrawn'].includes(type) && { by: 'operator' }),
  ...(type === 'failed' && { reason: 'undeliverable' }),
  ...(type === 'refunded' && { amountCents: 4999 }),
  ...(type === 'withdrawal_declared' && { statement: 's' }),
  ...(type === 'withdrawal_revoked' && { by: 'objection' }),
})

async function sendOrder(reports: Reports, index: number): Promise<void> {
  const utm_campaign = campaigns[index % campaigns.length]
  const at = noon + index * minute
  const touches = utm_campaign ? [{ at: iso(at - hour), utm_source: 'google', utm_campaign }] : []
  const event = run()
  const complete = event('complete', at)
  await reports.send({ at, touches }, event('start', at - 5 * minute), complete)
  const log = reports.service.store.log
  for (const [type, after] of courses[index % courses.length]!) {
    const last = (await log.readRun(complete.runId)).at(-1)!
    const data = dataOf(type, complete.id) as never
    await reports.append({
      ...serviceEvent(type as 'sent', `${complete.id}:${after}`, data, last, at + after),
      position: 0,
    })
  }
}

const timeOf = (own: StoredEvent[], type: string) => own.find((event) => event.type === type)?.at

const campaignOf = (own: StoredEvent[]) =>
  own.flatMap(({ meta }) => meta.touches).at(-1)?.campaign ?? '(none)'

/** Computes the figures from the events of each run, with exact medians. */
function recount(events: readonly StoredEvent[]) {
  const runs = [...Map.groupBy(events, ({ runId }) => runId).values()]
  const figures = (some: typeof runs) => {
    const having = (type: string) => some.filter((own) => timeOf(own, type) !== undefined)
    const between = (from: string, to: string) =>
      having(to)
        .map((own) => (timeOf(own, to)! - timeOf(own, from)!) / 1000)
        .toSorted((a, b) => a - b)
    return {
      ordered: having('complete').length,
      paid: having('paid').length,
      sent: having('sent').length,
      failed: having('failed').length,
      withdrawn: having('withdrawn').length,
      refunded: having('refunded').length,
      paidTimes: between('complete', 'paid'),
      sentTimes: between('paid', 'sent'),
    }
  }
  const byCampaign = Map.groupBy(
    runs.filter((own) => own.some(({ type }) => type === 'complete')),
    campaignOf,
  )
  return {
    rows: new Map([...byCampaign].map(([key, some]) => [key, figures(some)])),
    totals: figures(runs),
  }
}

const median = (times: number[]) =>
  times.length === 0
    ? null
    : (times[Math.floor((times.length - 1) / 2)]! + times[Math.floor(times.length / 2)]!) / 2

function expectFigures(reported: FulfilmentReport['totals'], expected: ReturnType<typeof recount>['totals']) {
  const { paidTimes, sentTimes, ...counts } = expected
  expect(reported).toMatchObject({
    ...counts,
    paidRate: counts.paid / counts.ordered,
    sentRate: counts.sent / counts.paid,
  })
  for (const [value, times] of [
    [reported.medianPaidSeconds, paidTimes],
    [reported.medianSentSeconds, sentTimes],
  ] as const) {
    expect(Math.abs(value! / median(times)! - 1)).toBeLessThan(0.05)
  }
}

describe.each(engines)('the fulfilment report on $name', { timeout: 120_000 }, ({ options }) => {
  let reports: Reports
  beforeAll(async () => {
    reports = await openReports(await options())
    for (let index = 0; index < 42; index += 1) await sendOrder(reports, index)
  }, 120_000)
  afterAll(() => reports.service.close())

  const ask = async (more = ''): Promise<FulfilmentReport> => {
    const response = await reports.get(`fulfilment?from=2026-11-20&to=2026-11-20${more}`)
    expect(response.status, await response.clone().text()).toBe(200)
    return (await response.json()) as FulfilmentReport
  }

  test('agrees with a count over the events of each run', async () => {
    const report = await ask()
    expect(fulfilmentContract.shape.parse(report)).toEqual(report)
    const expected = recount(await reports.service.store.log.read(0, 10_000))
    expect(expected.totals).toMatchObject({
      ordered: 42,
      paid: 36,
      sent: 18,
      failed: 6,
      withdrawn: 6,
      refunded: 12,
    })
    expectFigures(report.totals, expected.totals)
    expect(report.rows.map(({ key }) => key).toSorted()).toEqual([...expected.rows.keys()].toSorted())
    for (const { key, ...figures } of report.rows) expectFigures(figures, expected.rows.get(key)!)
  })

  test('is the same after a rebuild of the projections', async () => {
    const before = await ask()
    await rebuildProjections({ store: reports.service.store, now: reports.service.clock.now })
    expect(await ask()).toEqual(before)
  })

  test('is selected by funnel and dimension, and available as CSV', async () => {
    expect((await ask('&funnel=abmeldung')).rows).toEqual([])
    expect((await ask('&funnel=anmeldung')).totals).toMatchObject({ ordered: 42 })
    expect((await ask('&by=source')).rows.map(({ key, ordered }) => [key, ordered])).toEqual([
      ['google', 28],
      ['(none)', 14],
    ])
    const csv = await (await reports.get('fulfilment.csv?from=2026-11-20&to=2026-11-20')).text()
    const lines = csv.trim().split('\r\n')
    expect(lines[0]).toMatch(/^record,key,ordered,paid,sent,/)
    expect(lines.at(-1)).toMatch(/^total,,42,36,18,/)
    expect((await reports.get('fulfilment?from=2026-11-20&to=2026-11-20&by=device')).status).toBe(400)
  })
})

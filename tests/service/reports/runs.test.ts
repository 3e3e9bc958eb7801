import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changesOf } from '#tests/db/contract/setup.ts'
import type { CountedRun, DropOffCount } from '#db/ports/projection-store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { type RunsReport, runsContract } from '#domain/reports/runs/shape.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { anmeldungForm, iso } from '#tests/build-events.ts'
import { testToken } from '#tests/service/harness.ts'
import { type Reports, minute, openReports, run } from './open-reports.ts'

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const ids = Array.from({ length: 6 }, (_, index) => `0000000${index}-0000-4000-8000-000000000000`)
const [left, ordered, open, recovered, robot, later] = ids as [string, string, string, string, string, string]
const range = 'from=2026-11-20&to=2026-11-21'

beforeAll(async () => {
  reports = await openReports()
  const { send, service } = reports
  const touches = [{ at: iso(noon), utm_source: 'google', utm_medium: 'cpc', utm_campaign: '=1+1' }]
  const refused = { step: 2, data: { fields: [{ field: 'adresse.plz', rule: 'incomplete' }] } }
  await send(
    { at: noon + 10 * minute, touches },
    run(left)('start', noon),
    run(left)('step', noon + minute),
    run(left)('invalid', noon + 2 * minute, refused),
    run(left)('abandon', noon + 3 * minute),
  )
  await send(
    { at: noon + 20 * minute, device: 'desktop' },
    run(ordered)('start', noon + minute),
    run(ordered)('invalid', noon + 2 * minute, refused),
    run(ordered)('step', noon + 3 * minute, { step: 3 }),
    run(ordered)('complete', noon + 4 * minute, { form: { ...anmeldungForm, vorname: 'Sigismunda' } }),
    run(open)('start', noon + 5 * minute, { funnel: 'abmeldung' }),
    run(open)('step', noon + 5 * minute, { funnel: 'abmeldung', step: 2, form: { abmeldegrund: 'ausland' } }),
    run(recovered)('start', noon + 6 * minute),
    run(recovered)('abandon', noon + 7 * minute),
    run(recovered)('complete', noon + 8 * minute),
  )
  await send({ at: noon + 30 * minute, userAgent: 'Googlebot/2.1' }, run(robot)('start', noon + 9 * minute))
  await send({ at: noon + 24 * 60 * minute }, run(later)('start', noon + 23 * 60 * minute))
  const complete = (await service.store.log.readRun(ordered)).find(({ type }) => type === 'complete')!
  const payment = { orderId: complete.id, paymentId: 'p', amountCents: 4999 }
  const paid = serviceEvent('paid', complete.id, payment, complete, noon + minute)
  await service.store.log.append({ events: [paid], rejected: [], now: noon, dedupeWindowMs: 0 })
})
afterAll(() => reports.service.close())

async function list(query: string): Promise<RunsReport> {
  const response = await reports.get(`runs?${range}&${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  const report = (await response.json()) as RunsReport
  expect(runsContract.shape.parse(report)).toEqual(report)
  expect(report.rows.length).toBe(report.total)
  return report
}

test.each([
  ['figure=runs', [later, recovered, open, ordered, left]],
  ['figure=runs&funnel=anmeldung', [later, recovered, ordered, left]],
  ['figure=runs&funnel=anmeldung&funnelVersion=1&device=mobile', [later, left]],
  ['figure=completed', [recovered, ordered]],
  ['figure=abandoned', [left]],
  ['figure=open', [later, open]],
  ['figure=open&reason=ausland', [open]],
  ['figure=recovered', [recovered]],
  ['figure=paid', [ordered]],
  ['figure=withdrawn', []],
  ['figure=noConsent', []],
  ['figure=stage:0&funnel=anmeldung', [later, recovered, ordered, left]],
  ['figure=stage:1&funnel=anmeldung', [recovered, ordered, left]],
  ['figure=stage:4&funnel=anmeldung', [recovered, ordered]],
  ['figure=lost:1&funnel=anmeldung', []],
  ['figure=open:1&funnel=anmeldung', [later]],
  ['figure=lost:2&funnel=anmeldung', [left]],
  ['figure=lost:4&funnel=anmeldung', []],
  ['figure=lost:3&funnel=abmeldung', []],
  ['figure=open:3&funnel=abmeldung', [open]],
  ['figure=robot', []],
  ['figure=invalid:2:adresse.plz:incomplete', [ordered, left]],
  ['figure=gaveUp:2:adresse.plz:incomplete', [left]],
  ['figure=tracking:Chrome', [recovered, ordered]],
  ['figure=tracking:Safari', []],
  ['figure=completed&source=google', []],
  ['figure=runs&source=google&medium=cpc&campaign=%3D1%2B1', [left]],
])('%s', async (query, expected) => {
  expect((await list(query)).rows.map(({ runId }) => runId)).toEqual(expected)
})

test('a run is shown without personal data', async () => {
  const { rows } = await list('figure=paid')
  expect(rows).toEqual([
    {
      runId: ordered,
      funnel: 'anmeldung',
      startedAt: iso(noon + minute),
      device: 'desktop',
      browser: 'Chrome',
      os: 'unknown',
      source: '(none)',
      medium: '(none)',
      channel: '(none)',
      campaign: '(none)',
      reason: '(none)',
      entry: '/rundfunkbeitrag-anmelden/step-1',
      consent: 'marketing',
      robot: false,
      stage: 4,
      status: 'completed',
      recovered: false,
      orderNumber: expect.stringMatching(/^FL-/) as string,
      orderedAt: iso(noon + 4 * minute),
      orderStatus: 'paid',
      priceCents: 4999,
      credit: null,
      change: null,
    },
  ])
})

test('every figure of the overview and the drop-off has a list with the same number of runs', async () => {
  const overview = (await (await reports.get(`overview?${range}`)).json()) as OverviewReport
  expect((await list('figure=runs')).total).toBe(overview.totals.runs)
  expect((await list('figure=completed')).total).toBe(overview.totals.orders)
  const report = await reports.dropOff('2026-11-20', '2026-11-21')
  const version = `funnel=anmeldung&funnelVersion=${report.funnelVersion}`
  for (const stage of report.stages) {
    expect((await list(`figure=stage:${stage.stage}&${version}`)).total).toBe(stage.runs)
    if (stage.stage === 0) continue
    const { lost, open: still } = stage as { lost: number; open: number }
    expect((await list(`figure=lost:${stage.stage}&${version}`)).total).toBe(lost)
    expect((await list(`figure=open:${stage.stage}&${version}`)).total).toBe(still)
  }
  for (const name of ['completed', 'abandoned', 'open'] as const)
    expect((await list(`figure=${name}&${version}`)).total).toBe(report[name])
})

test('the CSV contains all runs, with spreadsheet formulas escaped', async () => {
  const response = await reports.get(`runs.csv?${range}&figure=runs`)
  expect(response.headers.get('content-disposition')).toBe(
    'attachment; filename="runs-2026-11-20-2026-11-21.csv"',
  )
  const lines = (await response.text()).trimEnd().split('\r\n')
  expect(lines).toHaveLength(6)
  expect(lines[0]).toMatch(
    /runId,funnel,startedAt,.*,recovered,orderNumber,orderStatus,priceCents,creditedRuns,creditedOrders,creditedCents,robot,creditedNetCents,channel,os,entry,change,orderedAt$/,
  )
  expect(lines.at(-1)).toBe(
    `${left},anmeldung,${iso(noon)},mobile,Chrome,google,cpc,'=1+1,(none),marketing,1,abandoned,false,,,,,,,false,,Paid Search,unknown,/rundfunkbeitrag-anmelden/step-1,,`,
  )
})

describe('pages', () => {
  test('hold 50 runs each and show every run once', async () => {
    const at = Date.parse('2026-12-15T11:00:00Z')
    for (let request = 0; request < 3; request++)
      await reports.send(
        { at: at + request },
        // Four runs of each request share a start time, so their order in the list depends on their ids.
        ...Array.from({ length: 40 }, (_, index) => run()('start', at - Math.floor(index / 4))),
      )
    const seen: string[] = []
    const sizes: number[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const more: string = cursor === '' ? '' : `&cursor=${cursor}`
      const response = await reports.get(`runs?figure=runs&from=2026-12-15&to=2026-12-15${more}`)
      const page = (await response.json()) as RunsReport
      expect(page.total).toBe(120)
      sizes.push(page.rows.length)
      seen.push(...page.rows.map(({ startedAt, runId }) => `${startedAt} ${runId}`))
      cursor = page.nextCursor
    }
    expect([sizes, new Set(seen).size]).toEqual([[50, 50, 20], 120])
    expect(seen).toEqual(seen.toSorted().toReversed())
  })
})

test('while rows of an older format are rebuilt, the list returns 503 with Retry-After', async () => {
  const { store } = reports.service
  const { generation: live, checkpoint } = await store.projections.live()
  const rows = await store.projections.dump(live)
  const generation = await store.projections.begin()
  const old = (rows.runs as CountedRun[])
    .filter(({ runId }) => runId === left)
    .map((row) => ({ ...row, state: { ...(row.state as object), format: runStateFormat - 1 } }))
  const commit = {
    orders: [],
    days: [...new Set(old.map(({ day }) => day))],
    dropOff: changesOf(rows.dropOff as DropOffCount[]),
    attribution: [],
    keys: [],
    messages: [],
    holds: [],
  }
  await store.projections.commit({
    revision: 0,
    ...commit,
    generation,
    format: runStateFormat - 1,
    from: 0,
    to: checkpoint,
    runs: old,
  })
  expect(await store.projections.switchTo(generation)).toBe(true)
  const response = await reports.service.app.request(`/api/reports/runs?${range}&figure=abandoned`, {
    headers: { authorization: `Bearer ${testToken}` },
  })
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '2'])
})

test.each([
  ['', 'figure'],
  ['figure=all', 'figure'],
  ['figure=stage:5&funnel=anmeldung', 'figure'],
  ['figure=stage:02&funnel=anmeldung', 'figure'],
  ['figure=lost:0&funnel=anmeldung', 'figure'],
  ['figure=stage:1', 'funnel'],
  ['figure=runs&funnelVersion=1', 'funnel'],
  ['figure=runs&funnel=anmeldung&funnelVersion=99', 'funnelVersion'],
  ['figure=runs&cursor=x', 'cursor'],
  ['figure=runs&model=last', 'model'],
])('"%s" is refused, and %s is named', async (query, parameter) => {
  const response = await reports.get(`runs?${range}&${query}`)
  expect(response.status).toBe(400)
  expect(await response.json()).toMatchObject({ parameter })
})

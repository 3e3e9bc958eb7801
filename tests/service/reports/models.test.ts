import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { RunCursor } from '#db/ports/report-store.ts'
import { attributionModels, touchDimensions } from '#domain/attribution/credit-touches.ts'
import { type ModelsReport, modelsContract } from '#domain/reports/attribution/shape.ts'
import { type RunsReport, runsContract } from '#domain/reports/runs/shape.ts'
import { readCreditPage, readCreditSum } from '#service/reports/read/credit-runs.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { iso } from '#tests/build-events.ts'
import { type Reports, day, hour, minute, openReports, run } from './open-reports.ts'

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const range = 'from=2026-11-20&to=2026-11-20'
const measures = ['runs', 'orders', 'revenueCents', 'netRevenueCents'] as const

const touch = (age: number, utm_source: string, utm_campaign?: string) => ({
  at: iso(noon - age),
  utm_source,
  ...(utm_campaign !== undefined && { utm_campaign }),
})
const paths = [
  [touch(3 * day, 'google', 'herbst'), touch(day, 'bing', 'herbst'), touch(hour, 'google', 'marke')],
  [touch(2 * day, 'google', 'herbst'), touch(hour, 'bing')],
  [
    touch(5 * day, 'google'),
    touch(4 * day, 'google', 'herbst'),
    touch(day, 'a,b'),
    touch(hour, 'google', 'marke'),
  ],
  [],
]

beforeAll(async () => {
  reports = await openReports()
  for (const touches of paths) {
    const [ordered, left] = [run(), run()]
    await reports.send({ at: noon, touches }, ordered('start', noon - minute), ordered('complete', noon))
    await reports.send({ at: noon, touches }, left('start', noon))
  }
  // The order with four contacts is paid.
  const { log } = reports.service.store
  const placed = (await log.read(0, 1000)).filter(({ type }) => type === 'complete')[2]!
  const payment = { orderId: placed.id, paymentId: 'p', amountCents: 4999 }
  const paid = serviceEvent('paid', `${placed.id}:1`, payment, placed, noon)
  await log.append({ events: [paid], rejected: [], now: noon, dedupeWindowMs: 0 })
})
afterAll(() => reports.service.close())

async function models(query: string): Promise<ModelsReport> {
  const response = await reports.get(`attribution/models?${range}&${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  const report = (await response.json()) as ModelsReport
  expect(modelsContract.shape.parse(report)).toEqual(report)
  return report
}

test.each(touchDimensions)('by %s, every model sums to the same, to the cent', async (by) => {
  const report = await models(`by=${by}`)
  expect(report).toMatchObject({ runs: 8, asOfPosition: await reports.service.store.log.head() })
  for (const model of attributionModels) {
    expect(report.totals[model]).toEqual({
      runs: 8,
      orders: 4,
      revenueCents: 4 * 4999,
      netRevenueCents: 4999,
      conversionRate: 0.5,
    })
    for (const name of measures)
      expect(report.rows.reduce((sum, row) => sum + row.models[model][name], 0)).toBe(
        report.totals[model][name],
      )
  }
})

test('each model has the same figures as its own report', async () => {
  const { rows } = await models('by=source&funnel=anmeldung')
  for (const model of attributionModels) {
    const alone = await reports.attribution('2026-11-20', '2026-11-20', `&model=${model}&by=source`)
    const given = rows
      .map(({ key, models: { [model]: credits } }) => ({ key, ...credits }))
      .filter(({ runs, orders }) => runs > 0 || orders > 0)
    expect(given).toHaveLength(alone.rows.length)
    expect(given).toEqual(expect.arrayContaining(alone.rows))
  }
})

test('the campaigns of a source sum to the source exactly, in every model', async () => {
  const { rows } = await models('by=source')
  for (const { key, models: given } of rows) {
    const drilled = await models(`by=campaign&source=${encodeURIComponent(key)}`)
    expect(drilled).toMatchObject({ source: key, runs: 8 })
    expect(drilled.totals).toEqual(given)
  }
  const google = await models('by=campaign&source=google')
  expect(google.rows.map(({ key }) => key).sort()).toEqual(['(none)', 'herbst', 'marke'])
  expect((await reports.get(`attribution/models?${range}&by=source&source=google`)).status).toBe(400)
})

async function runsOfCredit(figure: string): Promise<RunsReport> {
  const response = await reports.get(`runs?${range}&figure=credit:${figure}`)
  expect(response.status, await response.clone().text()).toBe(200)
  return runsContract.shape.parse(await response.json())
}

function sumOf({ rows }: RunsReport) {
  const of = (name: (typeof measures)[number]) => rows.reduce((total, { credit }) => total + credit![name], 0)
  return Object.fromEntries(measures.map((name) => [name, of(name)]))
}

describe('the runs of a credit', () => {
  test.each([
    ['source', ''],
    ['campaign', ''],
    ['campaign', '&source=google'],
  ])('by %s%s sum to the report, to the cent', async (by, source) => {
    const { rows } = await models(`by=${by}${source}`)
    expect(rows.length).toBeGreaterThan(2)
    for (const { key, models: given } of rows)
      for (const model of attributionModels) {
        const list = await runsOfCredit(`${model}:${by}:${encodeURIComponent(key)}${source}`)
        expect(given[model]).toMatchObject(sumOf(list))
        expect(list.credited).toEqual(sumOf(list))
        expect(list.total).toBe(list.rows.length)
      }
  })

  test('are empty for a key without credits, and refused for an unknown model', async () => {
    expect(await runsOfCredit('last:source:nobody')).toMatchObject({ total: 0, rows: [], nextCursor: null })
    for (const figure of ['best:source:google', 'last:colour:google', 'last:source:google&source=google'])
      expect((await reports.get(`runs?${range}&figure=credit:${figure}`)).status).toBe(400)
  })

  test('have the same sum over pages of any size', async () => {
    const { store } = reports.service
    const query = { funnels: ['anmeldung'], from: '2026-11-20', to: '2026-11-20', segment: {} }
    const all = { ...query, anyOf: ['stage:0', 'completed'], butNot: [] }
    const figure = { model: 'linear', dimension: 'source', key: 'google' } as const
    const rows = []
    let before: RunCursor | undefined
    do {
      const page = await readCreditPage(
        store.reports,
        { runsOf: all, statusOf: ({ status }) => status, figure },
        { size: 1, before },
      )
      expect(page.total).toBeNull()
      rows.push(...page.rows)
      before = page.next ?? undefined
    } while (before)
    expect(rows).toEqual((await runsOfCredit('linear:source:google')).rows)
    expect(rows).toHaveLength(6)
  })

  test('have the sum of all pages, from the sums of the report', async () => {
    const { store } = reports.service
    const query = { funnels: ['anmeldung'], from: '2026-11-20', to: '2026-11-20', segment: {} }
    const all = { ...query, anyOf: ['stage:0', 'completed'], butNot: [] }
    const figure = { model: 'linear', dimension: 'source', key: 'google' } as const
    const list = await runsOfCredit('linear:source:google')
    expect(await readCreditSum(store.reports, all, figure)).toEqual(sumOf(list))
    // Neither `goog` nor `nobody` is a key with credits. `goog` is only the beginning of the key `google`.
    const nothing = { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }
    for (const key of ['goog', 'nobody'])
      expect(await readCreditSum(store.reports, all, { ...figure, key })).toEqual(nothing)
  })

  test('have no sum if only some of the runs are requested', async () => {
    expect((await runsOfCredit('last:source:google&device=mobile')).credited).toBeNull()
    expect((await runsOfCredit('last:source:google&funnel=anmeldung&funnelVersion=1')).credited).toBeNull()
    const response = await reports.get(`runs?${range}&figure=completed`)
    expect(runsContract.shape.parse(await response.json()).credited).toBeNull()
  })
})

test('the credits of another funnel are empty', async () => {
  expect(await models('by=source&funnel=aenderung')).toMatchObject({
    rows: [],
    runs: 0,
    withoutConsent: null,
    totals: { last: { runs: 0, revenueCents: 0 } },
  })
})

test('as CSV it has a line for each key and model, and the totals', async () => {
  const response = await reports.get(`attribution/models.csv?${range}&by=source`)
  expect(response.headers.get('x-as-of-position')).toBe(String(await reports.service.store.log.head()))
  const lines = (await response.text()).split('\r\n')
  expect(lines[0]).toBe('record,key,model,runs,orders,revenueCents,conversionRate,netRevenueCents')
  expect(lines).toContain('row,(none),last,2,1,4999,0.5,0')
  expect(lines).toContain('total,,decay,8,4,19996,0.5,4999')
  // Expect a header, 5 × 5 lines (each model with four keys and the totals), and an empty string after the last line
  // break.
  expect(lines).toHaveLength(1 + 5 * 5 + 1)
})

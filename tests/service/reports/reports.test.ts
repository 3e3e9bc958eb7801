import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { attributionContract } from '#domain/reports/attribution/shape.ts'
import { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import { ordersContract } from '#domain/reports/orders/shape.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { serviceEvent } from '#service/orders/service-events.ts'
import { iso } from '#tests/build-events.ts'
import { type Reports, day, hour, minute, openReports, reached, run } from './open-reports.ts'

let reports: Reports
const noon = Date.parse('2026-11-20T11:00:00Z')
const google = { at: iso(noon - 2 * day), utm_source: 'google', utm_medium: 'cpc', utm_campaign: 'herbst' }
const bing = { at: iso(noon - hour), utm_source: 'bing', utm_medium: 'cpc' }
const formula = { at: iso(noon - hour), utm_source: "=cmd|' /C calc'!A0" }

beforeAll(async () => {
  reports = await openReports()
  const { send } = reports
  const [first, second, third, fourth] = [run(), run(), run(), run()]
  await send(
    { at: noon, touches: [google, bing], device: 'desktop' },
    first('start', noon - 10 * minute),
    first('step', noon - 9 * minute, { step: 1, data: { seconds: 60 } }),
    first('invalid', noon - 8 * minute, {
      step: 2,
      data: {
        fields: [
          { field: 'adresse.plz', rule: 'incomplete' },
          { field: 'anmeldungZu', rule: 'required' },
        ],
      },
    }),
    first('step', noon - 6 * minute, { step: 2, data: { seconds: 180 } }),
    first('step', noon - 5 * minute, { step: 3, data: { seconds: 60 } }),
    first('complete', noon),
  )
  await send({ at: noon + minute, touches: [google] }, second('start', noon), second('step', noon + minute))
  await send({ at: noon + 2 * minute }, third('start', noon), third('abandon', noon + 2 * minute))
  await send(
    { at: noon + 3 * minute, touches: [formula] },
    fourth('start', noon),
    fourth('complete', noon + minute),
  )
})
afterAll(() => reports.service.close())

describe('drop-off', () => {
  test('shows how far runs got and what stopped them', async () => {
    const report = await reports.dropOff('2026-11-20')
    expect(dropOffContract.shape.parse(report)).toEqual(report)
    expect(report).toMatchObject({
      funnel: 'anmeldung',
      funnelVersion: 1,
      from: '2026-11-20',
      to: '2026-11-20',
      timezone: 'Europe/Berlin',
      asOfPosition: await reports.service.store.log.head(),
      completed: 2,
      abandoned: 1,
      open: 1,
      conversionRate: 0.5,
    })
    expect(report.stages.map(({ stage, name, runs }) => [stage, name, runs])).toEqual([
      [0, 'start', 4],
      [1, 'persoenliche-daten', 3],
      [2, 'wohnungsdetails', 2],
      [3, 'zahlungsdaten', 2],
      [4, 'bestaetigung', 2],
    ])
    expect(report.stages[1]).toMatchObject({ lost: 1, lossRate: 0.25 })
    const order = report.stages[4] as { medianSeconds: number }
    expect(Math.abs(order.medianSeconds - 300)).toBeLessThan(15)
    expect(report.invalid).toEqual([
      { step: 2, field: 'adresse.plz', rule: 'incomplete', runs: 1 },
      { step: 2, field: 'anmeldungZu', rule: 'required', runs: 1 },
    ])
  })

  test.each([
    ['&device=desktop', [1, 1, 1, 1, 1]],
    ['&device=mobile', [3, 2, 1, 1, 1]],
    ['&source=google', [1, 1, 0, 0, 0]],
    ['&source=bing&medium=cpc&device=desktop', [1, 1, 1, 1, 1]],
    ['&medium=cpc', [2, 2, 1, 1, 1]],
    ['&source=(none)', [1, 0, 0, 0, 0]],
    ['&campaign=herbst', [1, 1, 0, 0, 0]],
    ['&campaign=(none)', [3, 2, 2, 2, 2]],
    ['&source=google&device=desktop', [0, 0, 0, 0, 0]],
  ])('can be filtered by a segment: %s', async (filter, expected) => {
    expect(reached(await reports.dropOff('2026-11-20', '2026-11-20', filter))).toEqual(expected)
  })

  test('without runs has zeros', async () => {
    const report = await reports.dropOff('2020-01-01')
    expect([report.funnelVersion, reached(report), report.conversionRate]).toEqual([1, [0, 0, 0, 0, 0], 0])
  })

  test('as CSV is one table with all figures', async () => {
    const response = await reports.get('drop-off.csv?funnel=anmeldung&from=2026-11-20&to=2026-11-20')
    expect(response.headers.get('content-disposition')).toBe(
      'attachment; filename="drop-off-anmeldung-2026-11-20-2026-11-20.csv"',
    )
    const bytes = new Uint8Array(await response.arrayBuffer())
    expect(Buffer.from(bytes.subarray(0, 3)).toString('hex')).toBe('efbbbf')
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines.slice(0, 3)).toEqual([
      'record,step,name,field,rule,runs,lost,lossRate,medianSeconds,open',
      'stage,0,start,,,4,,,,',
      expect.stringMatching(/^stage,1,persoenliche-daten,,,3,1,0\.25,[\d.]+,0$/) as string,
    ])
    expect(lines).toContain('outcome,,completed,,,2,,,,')
    expect(lines).toContain('invalid,2,wohnungsdetails,adresse.plz,incomplete,1,,,,')
  })
})

describe('attribution', () => {
  test.each([
    ['first', { google: [2, 1, 4999], bing: [0, 0, 0] }],
    ['last', { google: [1, 0, 0], bing: [1, 1, 4999] }],
    ['linear', { google: [1.5, 0.5, 2500], bing: [0.5, 0.5, 2499] }],
    ['position', { google: [1.5, 0.5, 2500], bing: [0.5, 0.5, 2499] }],
  ])('by %s touch', async (model, expected) => {
    const report = await reports.attribution('2026-11-20', '2026-11-20', `&model=${model}&by=source`)
    expect(attributionContract.shape.parse(report)).toEqual(report)
    for (const [key, figures] of Object.entries(expected)) {
      const row = report.rows.find((one) => one.key === key) ?? { runs: 0, orders: 0, revenueCents: 0 }
      expect([row.runs, row.orders, row.revenueCents]).toEqual(figures)
    }
    const totals = { runs: 4, orders: 2, revenueCents: 9998, netRevenueCents: 0, conversionRate: 0.5 }
    expect(report.totals).toEqual(totals)
  })

  test('by decay, a touch that is 47 hours older gets about a quarter of the credit of the newer one', async () => {
    const report = await reports.attribution('2026-11-20', '2026-11-20', '&model=decay&by=source')
    const orders = (key: string) => report.rows.find((row) => row.key === key)!.orders
    expect(orders('google') / orders('bing')).toBeCloseTo(2 ** (-47 / 24), 6)
    for (const name of ['runs', 'orders', 'revenueCents'] as const)
      expect(report.rows.reduce((sum, row) => sum + row[name], 0)).toBe(report.totals[name])
  })

  test('by another dimension, of one funnel', async () => {
    const report = await reports.attribution(
      '2026-11-20',
      '2026-11-20',
      '&model=last&by=medium&funnel=anmeldung',
    )
    expect(report).toMatchObject({ by: 'medium', funnel: 'anmeldung' })
    expect(report.rows.map(({ key, runs }) => [key, runs])).toEqual([
      ['(none)', 2],
      ['cpc', 2],
    ])
  })

  test('as CSV escapes spreadsheet formulas', async () => {
    const csv = await (
      await reports.get('attribution.csv?from=2026-11-20&to=2026-11-20&model=last&by=source')
    ).text()
    expect(csv).toContain("\r\nrow,'=cmd|' /C calc'!A0,1,1,4999,1,0\r\n")
    expect(csv.endsWith('total,,4,2,9998,0.5,0\r\n')).toBe(true)
  })
})

describe('orders', () => {
  test('are listed newest first, without personal data', async () => {
    const report = await reports.orders('2026-11-20')
    expect(ordersContract.shape.strict().parse(report)).toEqual(report)
    expect(report).toMatchObject({ nextCursor: null, funnel: null })
    expect(report.rows.map(({ time, source }) => [time, source])).toEqual([
      [iso(noon + minute), formula.utm_source],
      [iso(noon), 'bing'],
    ])
    expect(Object.keys(report.rows[0]!)).toEqual([
      'number',
      'funnel',
      'time',
      'priceCents',
      'status',
      'source',
      'runId',
      'testPayment',
      'robot',
      'netRevenueCents',
      'delivery',
    ])
  })

  test('are paid and withdrawn by their events', async () => {
    const { store } = reports.service
    const events = await store.log.read(0, 1000)
    const [one, other] = events.filter(({ type }) => type === 'complete')
    const payment = { orderId: one!.id, paymentId: 'p', amountCents: 4999 }
    const appended = [
      serviceEvent('paid', one!.id, payment, one!, noon),
      serviceEvent('withdrawn', other!.id, { orderId: other!.id }, other!, noon),
    ]
    await store.log.append({ events: appended, rejected: [], now: noon, dedupeWindowMs: 0 })
    const { rows } = await reports.orders('2026-11-20')
    expect(rows.map(({ status }) => status).sort()).toEqual(['paid', 'withdrawn'])
  })

  test('are the same after a rebuild', async () => {
    const path = 'orders?from=2026-11-20&to=2026-11-20'
    const before = await (await reports.get(path)).json()
    await rebuildProjections({ store: reports.service.store, now: () => noon })
    expect(await (await reports.get(path)).json()).toEqual(before)
  })

  test('have pages that show every order once, and one CSV with all orders', async () => {
    const at = Date.parse('2026-12-15T11:00:00Z')
    for (let request = 0; request < 5; request++) {
      // At least four orders share each time, so only their positions in the log determine how these orders are sorted.
      const completes = Array.from({ length: 45 }, (_, index) =>
        run()('complete', at + Math.floor(index / 4)),
      )
      await reports.send({ at: at + request * minute }, ...completes)
    }
    const times: string[] = []
    const numbers = new Set<string>()
    let cursor: string | null = null
    const sizes: number[] = []
    do {
      const page = await reports.orders(
        '2026-12-15',
        '2026-12-15',
        cursor === null ? '' : `&cursor=${cursor}`,
      )
      sizes.push(page.rows.length)
      for (const row of page.rows) {
        numbers.add(row.number)
        times.push(row.time)
      }
      cursor = page.nextCursor
    } while (cursor !== null)
    expect([sizes, numbers.size]).toEqual([[100, 100, 25], 225])
    expect(times).toEqual(times.toSorted().toReversed())
    const csv = await (await reports.get('orders.csv?from=2026-12-15&to=2026-12-15')).text()
    expect(csv.trimEnd().split('\r\n')).toHaveLength(226)
    expect(csv).toMatch(
      /^number,funnel,time,priceCents,status,source,runId,delivery,testPayment,robot,netRevenueCents\r\nFL-/,
    )
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'
import { type OrderedRun, orderRun } from './ordered-run.ts'

const day = 24 * 3600 * 1000
const inTime = noon + 30 * day - 1
const tooLate = noon + 30 * day

let service: TestService
let run: OrderedRun
beforeAll(async () => void (service = await openTestService()))
afterAll(() => service.close())
beforeEach(async () => {
  service.clock.set(noon)
  service.lines.length = 0
  run = await orderRun(service)
})

const problemOf = async (response: Response) => [response.status, await response.json()]

async function reported(as: '' | '.csv'): Promise<string> {
  const settings = { size: 100, now: service.clock.now() }
  while (
    (await projectNext(service.store, await service.store.projections.live(), settings)).kind !== 'idle'
  );
  const url = `/api/reports/orders${as}?from=2026-11-20&to=2026-11-20`
  const response = await service.app.request(url, { headers: { authorization: `Bearer ${testToken}` } })
  return response.text()
}

describe('an order not paid in time', () => {
  test('is shown as expired', async () => {
    service.clock.set(inTime)
    expect(await run.status()).toBe('ordered')
    service.clock.set(tooLate)
    expect(await run.status()).toBe('expired')
  })

  test('is no longer handed over to the payment page', async () => {
    service.clock.set(inTime)
    expect((await run.checkout()).status).toBe(200)
    service.clock.set(tooLate)
    const [status, problem] = await problemOf(await run.checkout())
    expect(status).toBe(409)
    expect(problem).toMatchObject({ type: 'urn:formlotse:problem:expired', orderStatus: 'expired' })
  })

  test('is refused by the test payment page with an explanation', async () => {
    service.clock.set(inTime)
    const ticket = await run.ticket()
    const url = `/testzahlung?order=${run.order.id}&ticket=${ticket}`
    expect(await (await service.app.request(url)).text()).toContain('Testzahlung abschließen')
    service.clock.set(tooLate)
    const page = await (await service.app.request(url)).text()
    expect(page).toContain(`Ihr Auftrag ${run.order.number} wurde nicht bezahlt und ist abgelaufen.`)
    expect(page).not.toContain('Testzahlung abschließen')
    const body = new URLSearchParams({ order: run.order.id, ticket })
    const headers = { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' }
    await service.app.request('http://localhost:3000/testzahlung', { method: 'POST', body, headers })
    expect(await run.types()).not.toContain('paid')
  })

  test('is listed as expired among the orders, as JSON and CSV', async () => {
    const statusOf = (json: string) =>
      (JSON.parse(json) as { rows: { number: string; status: string }[] }).rows.find(
        ({ number }) => number === run.order.number,
      )?.status
    service.clock.set(inTime)
    expect(statusOf(await reported(''))).toBe('ordered')
    service.clock.set(tooLate)
    expect(statusOf(await reported(''))).toBe('expired')
    expect(await reported('.csv')).toMatch(new RegExp(`${run.order.number}.*,expired,`))
  })

  test('is shown as expired in the list of runs and in the report of its run', async () => {
    await reported('')
    service.clock.set(tooLate)
    const read = async (path: string) => {
      const headers = { authorization: `Bearer ${testToken}` }
      return (await service.app.request(`/api/reports/${path}`, { headers })).text()
    }
    const { run: timeline } = JSON.parse(await read(`runs/${run.runId}`)) as { run: { orderStatus: string } }
    expect(timeline.orderStatus).toBe('expired')
    const list = await read('runs.csv?figure=completed&from=2026-11-20&to=2026-11-20')
    expect(list).toMatch(new RegExp(`${run.runId}.*,expired,`))
  })

  test('is paid by a late payment, and an operator is warned', async () => {
    service.clock.set(tooLate)
    const response = await run.callback()
    expect(await problemOf(response)).toEqual([200, { status: 'paid' }])
    expect(await run.status()).toBe('paid')
    const warning = service.lines
      .map((line) => JSON.parse(line) as object)
      .find((line) => 'orderNumber' in line)
    expect(warning).toMatchObject({
      level: 40,
      msg: 'expired order paid: carry it out or refund it',
      orderNumber: run.order.number,
    })
    expect(await run.types()).toEqual(['start', 'complete', 'paid'])
  })

  test('is paid without a warning by a payment in time', async () => {
    service.clock.set(inTime)
    await run.callback()
    service.clock.set(tooLate)
    expect(await run.status()).toBe('paid')
    expect(service.lines.join('')).not.toContain('expired order')
  })
})

test('the period for payment is configurable', async () => {
  const impatient = await openTestService({
    settings: {
      site: { ...defaultSiteSettings, retention: { ...defaultSiteSettings.retention, unpaid: day } },
    },
  })
  const order = await orderRun(impatient)
  impatient.clock.set(noon + day)
  expect(await order.status()).toBe('expired')
  await impatient.close()
})

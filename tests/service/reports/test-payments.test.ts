import { expect, onTestFinished, test } from 'vitest'
import type { OrdersReport } from '#domain/reports/orders/shape.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { type TestService, openTestService, testToken } from '#tests/service/harness.ts'

const headers = { authorization: `Bearer ${testToken}` }

async function open(testPayments: boolean) {
  const service = await openTestService({ settings: { testPayments } })
  onTestFinished(() => service.close())
  return service
}

async function payByTestPage(service: TestService, run: Awaited<ReturnType<typeof orderRun>>) {
  const body = new URLSearchParams({ order: run.order.id, ticket: await run.ticket() }).toString()
  const type = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' }
  const response = await service.app.request('/testzahlung', { method: 'POST', headers: type, body })
  expect(response.status).toBe(303)
}

async function catchUp({ store, clock }: TestService): Promise<void> {
  const settings = { size: 100, now: clock.now() }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
}

async function marks(service: TestService, query: string) {
  const url = `/api/reports/orders?${query}`
  let response = await service.app.request(url, { headers })
  while (response.status === 202) response = await service.app.request(url, { headers })
  const { rows } = (await response.json()) as OrdersReport
  return Object.fromEntries(rows.map(({ number, testPayment }) => [number, testPayment]))
}

test('orders paid on the test page are marked in the list, in JSON and CSV, including past lists', async () => {
  const service = await open(true)
  const [tested, paid, due] = [await orderRun(service), await orderRun(service), await orderRun(service)]
  const before = await service.store.log.head()
  await payByTestPage(service, tested)
  expect((await paid.callback({ paymentId: 'pay_test-1' })).status).toBe(200)
  await catchUp(service)
  const days = 'from=2026-11-20&to=2026-11-20'
  expect(await marks(service, days)).toEqual({
    [tested.order.number]: true,
    [paid.order.number]: false,
    [due.order.number]: false,
  })
  expect(Object.values(await marks(service, `${days}&asOf=${before}`))).toEqual([false, false, false])
  const csv = await (await service.app.request(`/api/reports/orders.csv?${days}`, { headers })).text()
  expect(csv).toMatch(new RegExp(`^${tested.order.number},.*,true,false,4999\\r$`, 'm'))
  expect(csv).toMatch(new RegExp(`^${paid.order.number},.*,false,4999\\r$`, 'm'))
})

test.each([true, false])('reports show whether test payments are accepted: %s', async (accepted) => {
  const service = await open(accepted)
  const notices = await service.app.request('/api/reports/notices', { headers })
  expect(await notices.json()).toMatchObject({ testPayments: accepted })
  expect((await service.app.request('/api/reports/notices')).status).toBe(401)
  const { notes } = (await (await service.app.request('/readyz', { headers })).json()) as {
    notes: string[]
  }
  expect(notes.some((note) => note.includes('test payment page'))).toBe(accepted)
})

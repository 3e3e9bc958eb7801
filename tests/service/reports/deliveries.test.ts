import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  deliveriesContract,
  deliveryContract,
  resumedSchema,
  retriedSchema,
} from '#domain/reports/deliveries/shape.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { noon } from '#tests/build-events.ts'
import { testPassword, testToken } from '#tests/service/harness.ts'
import { type Reports, minute, openReports, run, second } from './open-reports.ts'

let reports: Reports
const [runId, other] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222']
const destination = 'webhook'

beforeAll(async () => {
  reports = await openReports()
  const { store } = reports.service
  const [one, two] = [run(runId), run(other)]
  await reports.send({ at: noon }, one('start', noon), one('step', noon), one('complete', noon))
  await reports.send({ at: noon }, two('start', noon))
  const settings = { size: 100, now: noon, destinations: ['webhook'] as const }
  while ((await projectNext(store, await store.projections.live(), settings)).kind !== 'idle');
})
afterAll(() => reports.service.close())

async function list(query = '') {
  const response = await reports.get(`deliveries${query}`)
  expect(response.status, await response.clone().text()).toBe(200)
  expect(response.headers.get('x-as-of-position')).toBe('4')
  return deliveriesContract.shape.parse(await response.json())
}
const post = (path: string, headers: Record<string, string> = { authorization: `Bearer ${testToken}` }) =>
  reports.service.app.request(`/api/reports/deliveries/${path}`, { method: 'POST', headers })
async function attempt(ofRun: string, now: number) {
  const { outbox } = reports.service.store
  const rows = await outbox.claimDue({ destination, now, leaseMs: 30 * second, limit: 9 })
  for (const row of rows) if (row.runId !== ofRun) await outbox.postpone(row.id, row.nextAttemptAt)
  return rows.find((row) => row.runId === ofRun)!
}
const failed = { number: 1, startedAt: noon, durationMs: 12, status: 503, error: 'HTTP 503' }

describe('the deliveries', () => {
  test('are listed by state, with failed ones separate from those never attempted', async () => {
    const { outbox } = reports.service.store
    const { id } = await attempt(runId, noon)
    await outbox.finish({ id, runId }, failed, { state: 'pending', nextAttemptAt: noon + minute })
    const all = await list()
    expect(all).toMatchObject({ configured: true, stopped: null, nextCursor: null })
    expect(all.rows.length).toBeGreaterThan(1)
    expect(all.counts).toEqual({
      pending: all.rows.length - 1,
      retrying: 1,
      held: 0,
      delivered: 0,
      dead: 0,
      discarded: 0,
    })
    expect(all.rows.map((row) => row.id)).toEqual(all.rows.map((row) => row.id).toSorted((a, b) => b - a))
    expect((await list('?state=retrying')).rows).toMatchObject([
      { id, runId, state: 'retrying', attempts: 1 },
    ])
    expect((await list('?state=pending')).rows).toHaveLength(all.rows.length - 1)
    expect((await list('?state=dead')).rows).toEqual([])
    expect((await list(`?cursor=${all.rows[0]!.id}`)).rows).toEqual(all.rows.slice(1))
    expect((await reports.get('deliveries?cursor=x')).status).toBe(400)
    expect((await reports.get('deliveries?state=gone')).status).toBe(400)
  })

  test('are all contained in the CSV', async () => {
    const response = await reports.get('deliveries.csv')
    expect(response.headers.get('content-disposition')).toBe('attachment; filename="deliveries.csv"')
    const lines = (await response.text()).trimEnd().split('\r\n')
    expect(lines[0]).toMatch(/^id,position,runId,eventType,sequence,state,attempts,createdAt/)
    expect(lines).toHaveLength((await list()).rows.length + 1)
  })

  test('show their attempts, and are retried unless they are being sent', async () => {
    const { clock } = reports.service
    const id = (await list('?state=retrying')).rows[0]!.id
    const shown = deliveryContract.shape.parse(await (await reports.get(`deliveries/${id}`)).json())
    expect(shown.log).toMatchObject([{ number: 1, durationMs: 12, httpStatus: 503, error: 'HTTP 503' }])
    clock.set(noon + second)
    const again = deliveryContract.shape.parse(await (await post(`${id}/retry`)).json())
    expect(again).toMatchObject({ id, state: 'pending', attempts: 0 })
    expect(again.nextAttemptAt).toBe(new Date(noon + second).toISOString())
    expect((await attempt(runId, noon + second)).id).toBe(id)
    const refused = await post(`${id}/retry`)
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ type: 'urn:formlotse:problem:in-flight', status: 409 })
    expect((await reports.get('deliveries/999')).status).toBe(404)
    expect((await reports.get('deliveries/x')).status).toBe(404)
    expect((await post('999/retry')).status).toBe(404)
  })

  test('that were given up are retried together, and no others', async () => {
    const { outbox } = reports.service.store
    const { id } = await attempt(other, noon + minute)
    await outbox.finish({ id, runId: other }, { ...failed, status: 400 }, { state: 'dead' })
    const rest = (await list()).rows.filter((row) => row.id !== id)
    expect((await list('?state=dead')).rows).toMatchObject([{ id, attempts: 1 }])
    reports.service.clock.set(noon + 2 * minute)
    expect(retriedSchema.parse(await (await post('retry-dead')).json())).toEqual({ retried: 1 })
    const { rows } = await list()
    expect(rows.find((row) => row.id === id)).toMatchObject({
      state: 'pending',
      attempts: 0,
      nextAttemptAt: new Date(noon + 2 * minute).toISOString(),
    })
    expect(rows.filter((row) => row.id !== id)).toEqual(rest)
    expect(await (await post('retry-dead')).json()).toEqual({ retried: 0 })
  })

  test('are stopped after a 410 until the webhook is resumed', async () => {
    await reports.service.store.outbox.stop('webhook', 'gone', noon)
    expect((await list()).stopped).toEqual({
      code: 'gone',
      reason: 'The receiver answered 410 Gone.',
      at: new Date(noon).toISOString(),
    })
    expect(resumedSchema.parse(await (await post('resume')).json())).toEqual({ resumed: true })
    expect((await list()).stopped).toBeNull()
    expect(await (await post('resume')).json()).toEqual({ resumed: false })
  })

  test('refuse commands without access and from pages of another origin', async () => {
    const login = await reports.service.app.request('/api/login', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: testPassword }),
    })
    const cookie = login.headers.get('set-cookie')!.split(';')[0]!
    for (const path of ['1/retry', 'retry-dead', 'resume']) {
      expect((await post(path, {})).status).toBe(401)
      expect((await post(path, { cookie, 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    }
    expect((await post('resume', { cookie, 'sec-fetch-site': 'same-origin' })).status).toBe(200)
  })
})

test('e-mails that cannot be delivered are reported separately from deliveries to the webhook', async () => {
  const { outbox } = reports.service.store
  const message = { content: Buffer.from('sealed'), createdAt: noon, nextAttemptAt: noon, attempts: 0 }
  for (const messageId of ['a', 'b', 'c'])
    await outbox.enqueue([{ ...message, destination: 'mail', messageId }])
  const [one, two] = await outbox.claimDue({ destination: 'mail', now: noon, leaseMs: 1, limit: 2 })
  await outbox.finish(one!, { ...failed, status: 550 }, { state: 'dead' })
  await outbox.finish(two!, failed, { state: 'pending', nextAttemptAt: noon + minute })
  const { emails, rows } = await list()
  expect(emails).toMatchObject({ pending: 1, retrying: 1, undeliverable: 1 })
  expect(emails.rows).toMatchObject([
    { id: two!.id, state: 'retrying', attempts: 1, nextAttemptAt: new Date(noon + minute).toISOString() },
    { id: one!.id, state: 'undeliverable', attempts: 1, nextAttemptAt: null },
  ])
  expect(rows.map(({ id }) => id)).not.toContain(one!.id)
  expect((await reports.get(`deliveries/${one!.id}`)).status).toBe(404)
})

test('an order is listed with its run and the state of its message', async () => {
  const { rows } = await reports.orders('2026-11-20')
  const message = (await list()).rows.find(({ eventType }) => eventType === 'complete')!
  const { id, state, attempts, nextAttemptAt } = message
  expect(rows).toMatchObject([{ runId, delivery: { id, state, attempts, nextAttemptAt } }])
  const csv = await (await reports.get('orders.csv?from=2026-11-20&to=2026-11-20')).text()
  expect(csv.trimEnd().endsWith(`,${runId},${state},false,false,0`)).toBe(true)
})

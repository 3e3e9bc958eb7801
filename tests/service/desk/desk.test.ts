import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { FoundOrders } from '#domain/desk/desk-contract.ts'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import type { DeskRequests } from '#domain/desk/request-contract.ts'
import { hourMs } from '#domain/time/durations.ts'
import { supportPath } from '#domain/site/contact-contract.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { testToken } from '#tests/service/harness.ts'
import { postJson } from '#tests/service/mail/open-emails.ts'
import type { OrderedRun } from '#tests/service/orders/ordered-run.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.close())

describe('without a session of an operator', () => {
  test.each([
    '/queue',
    '/requests',
    '/orders/x',
    '/orders/x/documents/letter/1',
    '/orders/x/proofs/y',
    '/orders/x/proofs/y/pages',
    '/letters?orders=x',
  ])('GET %s is refused, also with the token of the reports', async (path) => {
    for (const headers of [{}, { authorization: `Bearer ${testToken}` }])
      expect((await desk.emails.app.request(`/api/desk${path}`, { headers })).status).toBe(401)
  })

  test.each([
    '/search',
    '/requests/1/close',
    '/messages/1/retry',
    '/messages/1/close',
    '/orders/x/commands',
    '/sent',
  ])('POST %s is refused', async (path) => {
    expect((await desk.post(path, {}, {})).status).toBe(401)
    expect((await desk.post(path, {}, { authorization: `Bearer ${testToken}` })).status).toBe(401)
  })

  test('a command from a page of another origin is refused despite the session', async () => {
    const response = await desk.post(
      '/search',
      { words: 'xx' },
      { cookie: desk.cookie(), 'sec-fetch-site': 'cross-site' },
    )
    expect(response.status).toBe(403)
  })
})

describe('an order', () => {
  let run: OrderedRun
  beforeEach(async () => void (run = await desk.paidRun()))

  test('is shown with its data, and the look is recorded with the operator', async () => {
    const shown = await desk.read<DeskOrder>(`/orders/${run.order.id}`)
    expect(shown).toMatchObject({ orderId: run.order.id, number: run.order.number, status: 'paid' })
    expect(shown.email).toMatch(/@/)
    expect(shown.sections.flatMap(({ values }) => values.map(({ label }) => label))).toContain('Nachname')
    expect(shown.timeline.map(({ type }) => type)).toEqual(expect.arrayContaining(['complete', 'paid']))
    expect(shown.commands).toEqual(expect.arrayContaining(['failed', 'withdraw']))
    expect(shown.commands).not.toContain('sent')
    expect(await desk.auditOf(run)).toEqual(['Anna view-order'])
  })

  test('is found by its number, by its e-mail address and by a word of the name, but not by a part of one', async () => {
    await desk.emails.project()
    const { email } = await desk.read<DeskOrder>(`/orders/${run.order.id}`)
    const find = async (words: string) =>
      ((await (await desk.post('/search', { words })).json()) as FoundOrders).orders.map(
        ({ orderId }) => orderId,
      )
    expect(await find(run.order.number.toLowerCase())).toEqual([run.order.id])
    expect(await find(email!.toUpperCase())).toContain(run.order.id)
    const { orders } = (await (await desk.post('/search', { words: email! })).json()) as FoundOrders
    const [word] = orders[0]!.name.split(' ')
    expect(await find(word!)).toContain(run.order.id)
    expect(await find(word!.slice(0, -1))).toEqual([])
    expect((await desk.auditOf(run)).slice(0, 2)).toEqual(['Anna found', 'Anna found'])
  })

  test('moves through the queue by commands, each of which is recorded', async () => {
    expect(await desk.rowOf(run)).toMatchObject({ work: 'submit', vip: false, excluded: false })
    expect((await desk.command(run, { command: 'failed', reason: 'unprintable' })).status).toBe(200)
    expect((await desk.rowOf(run))?.work).toBe('failed')
    const row = (await desk.rowOf(run))!
    expect(Date.parse(row.dueAt!) - Date.parse(row.since)).toBe(14 * 24 * hourMs)
    expect((await desk.command(run, { command: 'refunded' })).status).toBe(200)
    expect(await desk.rowOf(run)).toBeUndefined()
    expect(await desk.auditOf(run)).toEqual(['Anna refunded', 'Anna failed unprintable'])
    expect(await run.types()).toEqual(expect.arrayContaining(['failed', 'refunded']))
  })

  test('refuses what its state does not allow, and says why', async () => {
    const sent = await desk.command(run, { command: 'sent' })
    expect([sent.status, await sent.json()]).toMatchObject([
      409,
      { type: 'urn:formlotse:problem:not-submitted' },
    ])
    expect((await desk.command(run, { command: 'refunded' })).status).toBe(409)
    expect((await desk.command(run, { command: 'submit' })).status).toBe(409)
    expect((await desk.command(run, { command: 'failed', reason: 'Herr Müller ist umgezogen' })).status).toBe(
      400,
    )
    expect(await run.types()).not.toContain('failed')
    expect((await desk.auditOf(run)).toReversed().slice(0, 2)).toEqual([
      'Anna sent',
      'Anna sent refused not-submitted',
    ])
  })

  test('with a letter handed over is to be sent, and done when it is sent', async () => {
    const submitted = await desk.submittedRun()
    expect((await desk.rowOf(submitted))?.work).toBe('send')
    expect((await desk.command(submitted, { command: 'sent' })).status).toBe(200)
    expect((await desk.command(submitted, { command: 'sent' })).status).toBe(409)
    expect(await desk.rowOf(submitted)).toBeUndefined()
  })

  test('withdrawn by an operator is to be refunded', async () => {
    expect((await desk.command(run, { command: 'withdraw' })).status).toBe(200)
    expect((await desk.rowOf(run))?.work).toBe('refund')
  })
})

test('a support request stays open until an operator closes it, which removes its content', async () => {
  const message = 'Wo bleibt mein Brief?'
  await postJson(desk.emails.app, supportPath, {
    name: 'Łucja',
    email: 'lucja@example.org',
    anliegen: 'billing',
    message,
  })
  expect((await desk.queue()).requests).toMatchObject({
    count: 1,
    kinds: [{ kind: 'support', count: 1 }],
  })
  const { requests } = await desk.read<DeskRequests>('/requests')
  expect(requests).toMatchObject([{ name: 'Łucja', email: 'lucja@example.org', message }])
  const { id } = requests[0]!
  expect((await desk.post(`/requests/${id}/close`)).status).toBe(200)
  expect((await desk.post(`/requests/${id}/close`)).status).toBe(404)
  expect((await desk.queue()).requests).toEqual({ count: 0, oldest: null, kinds: [] })
  expect(await desk.store.outbox.contents('requests', 0, 9)).toEqual([])
})

test('an order of an excluded run stays in the queue', async () => {
  const run = await desk.paidRun()
  await desk.emails.project()
  const before = (await desk.queue()).groups.find(({ work }) => work === 'submit')!
  await excludeRun(desk.store, { runId: run.runId, at: desk.clock.now(), by: 'service', reason: 'test' })
  expect(await desk.rowOf(run)).toMatchObject({ work: 'submit', excluded: true })
  const after = (await desk.queue()).groups.find(({ work }) => work === 'submit')!
  expect(after.count).toBe(before.count)
  expect((await desk.read<DeskOrder>(`/orders/${run.order.id}`)).excluded).toBe(true)
})

test('a VIP order is named, and is the first of its group', async () => {
  await desk.paidRun()
  const vip = await desk.paidRun({ form: { ...anmeldungForm, serviceLevel: 'vip' } }, { amountCents: 7999 })
  const { rows } = (await desk.queue()).groups.find(({ work }) => work === 'submit')!
  expect(rows[0]).toMatchObject({ orderId: vip.order.id, vip: true, priceCents: 7999 })
  expect(rows[0]!.product).toMatch(/\(VIP\)$/)
  expect(rows[1]!.vip).toBe(false)
  expect((await desk.read<DeskOrder>(`/orders/${vip.order.id}`)).product).toMatch(/\(VIP\)$/)
})

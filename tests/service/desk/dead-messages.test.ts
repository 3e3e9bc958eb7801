import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeskOrder } from '#domain/desk/order-contract.ts'
import { projectNext } from '#service/projections/project-next.ts'
import type { OrderedRun } from '#tests/service/orders/ordered-run.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.close())

/**
 * Makes a message about an order undeliverable; returns its id. The letter is not due yet, nor is the reminder of the
 * payment, which is the only e-mail. So no process attempts to deliver them meanwhile.
 */
async function deadMessage(run: OrderedRun, destination: 'letters' | 'mail' = 'letters'): Promise<number> {
  const { store, clock } = desk
  const step = { size: 100, destinations: [destination], now: clock.now() }
  while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
  const events = await store.log.readRun(run.runId)
  const [row] = await store.outbox.at(
    destination,
    events.map(({ position }) => position),
  )
  const attempt = { number: 1, startedAt: 0, durationMs: 0, status: 550, error: 'EENVELOPE' }
  await store.outbox.finish(row!, attempt, { state: 'dead' })
  return row!.id
}

const stateOf = async (id: number) => (await desk.store.outbox.get(id))!.row.state

test('an undeliverable message is sent again, and its order has the entry', async () => {
  const run = await desk.paidRun()
  const id = await deadMessage(run)
  expect((await desk.queue()).messages).toMatchObject([
    { id, destination: 'letters', orderId: run.order.id, error: 'EENVELOPE' },
  ])
  expect((await desk.post(`/messages/${id}/retry`)).status).toBe(200)
  expect(await stateOf(id)).toBe('pending')
  expect(await desk.auditOf(run)).toEqual([`Anna retry-message ${id}`])
  expect((await desk.post(`/messages/${id}/retry`)).status).toBe(404)
})

test('an undeliverable message is closed without being sent, and no longer counts', async () => {
  const run = await desk.paidRun()
  const id = await deadMessage(run)
  const { messageCount } = await desk.queue()
  expect((await desk.post(`/messages/${id}/close`)).status).toBe(200)
  expect(await stateOf(id)).toBe('discarded')
  expect((await desk.queue()).messageCount).toBe(messageCount - 1)
  expect(await desk.auditOf(run)).toEqual([`Anna close-message ${id}`])
  expect((await desk.post(`/messages/${id}/close`)).status).toBe(404)
})

test('an order number of a support request that cannot be looked up is an undeliverable message', async () => {
  const { store, clock } = desk
  const now = clock.now()
  const message = { destination: 'support', content: new Uint8Array(1), createdAt: now } as const
  await store.outbox.enqueue([
    { ...message, messageId: randomUUID(), nextAttemptAt: now + 1000, attempts: 0 },
  ])
  const [row] = await store.outbox.list({ destination: 'support', state: 'pending', limit: 1 })
  const attempt = { number: 1, startedAt: now, durationMs: 0, status: null, error: 'not sent' }
  const { messageCount } = await desk.queue()
  await store.outbox.finish(row!, attempt, { state: 'dead' })
  const queue = await desk.queue()
  expect(queue.messages).toMatchObject([{ id: row!.id, destination: 'support', orderId: null }])
  expect(queue.messageCount).toBe(messageCount + 1)
  expect((await desk.post(`/messages/${row!.id}/close`)).status).toBe(200)
})

test('more undeliverable messages than are shown are counted', async () => {
  for (let count = 0; count < 26; count += 1) await deadMessage(await desk.paidRun())
  const { messages, messageCount } = await desk.queue()
  expect([messages.length, messageCount]).toEqual([25, 26])
})

test('an e-mail about the order is sent again to a corrected address, which the audit does not keep', async () => {
  const run = await desk.paidRun()
  const id = await deadMessage(run, 'mail')
  const { messages } = await desk.read<DeskOrder>(`/orders/${run.order.id}`)
  const { messageId } = messages.find((one) => one.id === id)!
  const to = 'richtig@example.org'
  expect((await desk.command(run, { command: 'resend', messageId, to })).status).toBe(200)
  expect(await stateOf(id)).toBe('discarded')
  // A second click a moment later changes nothing.
  expect((await desk.command(run, { command: 'resend', messageId, to })).status).toBe(200)
  expect(await desk.store.outbox.contents('mail', 0, 9)).toHaveLength(1)
  const unknown = { command: 'resend', messageId: '0190a000-0000-7000-8000-0000000000ff', to }
  expect((await desk.command(run, unknown)).status).toBe(409)
  const audit = await desk.auditOf(run)
  expect(audit.slice(0, 4)).toEqual([
    'Anna resend refused unknown-message',
    `Anna resend ${unknown.messageId}`,
    `Anna resend ${messageId}`,
    `Anna resend ${messageId}`,
  ])
  expect(audit.join()).not.toContain(to)

  // The corrected address is refused as well: the e-mail is shown with its order and can be corrected once more.
  const [again] = await desk.store.outbox.contents('mail', 0, 9)
  const refused = { number: 1, startedAt: 0, durationMs: 0, status: 550, error: 'EENVELOPE' }
  await desk.store.outbox.finish({ id: again!.id, runId: null }, refused, { state: 'dead' })
  const shown = (await desk.queue()).messages.find((one) => one.id === again!.id)
  expect(shown).toMatchObject({ orderId: run.order.id, number: run.order.number })
  expect((await desk.post(`/messages/${again!.id}/resend`, { to: 'keine' })).status).toBe(400)
  expect((await desk.post(`/messages/${again!.id}/resend`, { to: 'ganz@example.org' })).status).toBe(200)
  expect((await desk.read<DeskOrder>(`/orders/${run.order.id}`)).email).toBe('ganz@example.org')
  expect(await desk.auditOf(run)).toContain(`Anna resend-message ${again!.messageId}`)
  expect((await desk.post('/messages/999999/resend')).status).toBe(404)
})

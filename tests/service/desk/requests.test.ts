import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { DeskRequests } from '#domain/desk/request-contract.ts'
import { supportPath, withdrawalPath } from '#domain/site/contact-contract.ts'
import { dayMs } from '#domain/time/durations.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { postJson } from '#tests/service/mail/open-emails.ts'
import { type OrderedRun, callback, orderRun } from '#tests/service/orders/ordered-run.ts'
import { type Desk, openDesk } from './open-desk.ts'

let desk: Desk
beforeAll(async () => void (desk = await openDesk()))
afterAll(() => desk.close())

const declaration = { name: 'Max Fremd', email: 'fremd@example.org', orderNumber: '', details: 'Vertrag' }
const declare = (more: object = {}) => postJson(desk.emails.app, withdrawalPath, { ...declaration, ...more })
const recorded = () => vi.waitFor(async () => expect(await pending()).toEqual([]))
const pending = () => desk.store.outbox.list({ destination: 'withdrawals', state: 'pending', limit: 9 })
const requests = async () => (await desk.read<DeskRequests>('/requests')).requests

test('a declaration that matches no order is a row until an operator closes it', async () => {
  await declare()
  await recorded()
  const { kinds } = (await desk.queue()).requests
  expect(kinds).toEqual([{ kind: 'declaration', count: 1 }])
  const [row] = await requests()
  expect(row).toMatchObject({ kind: 'declaration', ...declaration, outcome: 'unclear', orderId: null })
  expect((await desk.post(`/requests/${row!.id}/close`)).status).toBe(200)
  expect(await requests()).toEqual([])
})

test('a declaration after an objection is a row that names its order, and each look is recorded there', async () => {
  const run = await desk.paidRun()
  await desk.emails.project()
  const { email, vorname, nachname } = anmeldungForm
  const again = { name: `${vorname} ${nachname}`, email, orderNumber: run.order.number }
  await declare(again)
  await recorded()
  expect(await requests()).toEqual([])
  expect((await desk.command(run, { command: 'revoke' })).status).toBe(200)
  await declare(again)
  await recorded()
  const { orderId, number } = { orderId: run.order.id, number: run.order.number }
  const [row] = await requests()
  expect(row).toMatchObject({ kind: 'declaration', outcome: 'decided-before', orderId, number })
  expect((await desk.post(`/requests/${row!.id}/close`)).status).toBe(200)
  expect((await desk.auditOf(run)).slice(0, 2)).toEqual([
    `Anna close-request ${row!.id}`,
    `Anna view-request ${row!.id}`,
  ])
})

test('a message to support shows the number that the customer typed', async () => {
  const message = { name: 'Max', email: 'max@example.org', anliegen: 'billing', message: 'Wo?' }
  await postJson(desk.emails.app, supportPath, { ...message, orderNumber: ' FL-1 ' })
  await postJson(desk.emails.app, supportPath, message)
  const rows = await requests()
  expect(rows).toMatchObject([
    { kind: 'support', concern: 'Rechnung und Zahlung', orderNumber: 'FL-1' },
    { kind: 'support', orderNumber: '' },
  ])
  for (const { id } of rows) await desk.post(`/requests/${id}/close`)
})

const report = (payment: Parameters<typeof callback>[0]) =>
  desk.emails.app.request('/api/payments/webhook', callback(payment, { now: desk.clock.now() }))

test('a refused report of a payment is one row that names its order, however often it is repeated', async () => {
  const run = await desk.paidRun()
  expect((await desk.command(run, { command: 'withdraw' })).status).toBe(200)
  const second = { paymentId: 'pay-again', amountCents: 4999 }
  for (let attempt = 0; attempt < 2; attempt += 1)
    expect((await report({ orderId: run.order.id, ...second })).status).toBe(409)
  const unknown = { orderId: '00000000-0000-4000-8000-000000000000', paymentId: 'pay-lost' }
  expect((await report(unknown)).status).toBe(404)
  const rows = await requests()
  expect(rows).toMatchObject([
    { kind: 'payment', ...second, status: 'paid', code: 'withdrawn', number: run.order.number },
    { kind: 'payment', paymentId: 'pay-lost', code: 'unknown-order', orderId: null },
  ])
  expect((await desk.queue()).requests.kinds).toEqual([{ kind: 'payment', count: 2 }])
  for (const { id } of rows) expect((await desk.post(`/requests/${id}/close`)).status).toBe(200)
  expect((await report({ orderId: run.order.id, ...second, status: 'unheard' })).status).toBe(422)
  expect(await requests()).toEqual([])
})

const pay = ({ order }: OrderedRun) => report({ orderId: order.id, paymentId: `pay-${order.id}` })

test('the payment of an expired order is recorded, and is one row, but a payment in time is none', async () => {
  const [late, early] = [await orderRun(desk.service), await orderRun(desk.service)]
  await pay(early)
  desk.clock.advance(31 * dayMs)
  await desk.logIn()
  for (let attempt = 0; attempt < 2; attempt += 1) {
    expect((await pay(late)).status).toBe(200)
    expect((await pay(early)).status).toBe(200)
  }
  const { id, number } = late.order
  expect(await requests()).toMatchObject([{ kind: 'payment', code: 'expired', orderId: id, number }])
})

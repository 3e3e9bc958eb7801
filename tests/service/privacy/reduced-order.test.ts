import { expect, test } from 'vitest'
import { decideSent, decideSubmission } from '#domain/orders/decide-order.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import type { WebhookMessage } from '#domain/outbox/webhook-message.ts'
import { composeMessage } from '#service/outbox/destinations/webhook/compose-message.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { reportTestPayment } from '#service/orders/report-test-payment.ts'
import { noon } from '#tests/build-events.ts'
import { testPaymentSecret } from '#tests/service/harness.ts'
import { ada, openPeople, wordsOfAda } from './open-people.ts'

const day = 24 * 3600 * 1000

/** Opens a store with Ada's order, which is paid and sent. The personal data that is not needed for an invoice has expired. */
async function openReduced() {
  const people = await openPeople()
  const { store, app, clock } = people
  const runId = await people.visit(ada, ['start', 'step', 'email', 'complete'])
  const complete = (await store.log.readRun(runId)).find(({ type }) => type === 'complete')!
  const order = { id: complete.id, priceCents: 4999 } as Parameters<typeof reportTestPayment>[0]
  const url = 'http://localhost:3000/'
  const settings = { secret: testPaymentSecret, now: clock.now(), url, send: app.fetch }
  expect((await reportTestPayment(order, settings)).status).toBe(200)
  const submission = { letterId: 'letter', submitAfterMs: 0, now: clock.now() }
  const at = { now: clock.now() }
  await changeOrder(store.log, order.id, (one) => decideSubmission(one, submission), at)
  await changeOrder(store.log, order.id, (one) => decideSent(one, { by: 'operator' }), at)
  await people.project()
  const reports = await people.reports()
  clock.set(noon + 90 * day)
  const step = { after: 0, limit: 100, now: clock.now(), periods: defaultPeriods, orderPrefix: 'order:' }
  const { expired } = await store.retention.expirePersonal({ ...step, by: 'values' })
  expect(expired).toBe(4)
  return { ...people, runId, complete, reportsBefore: reports }
}

test('a pending message about a reduced order contains no personal data', async () => {
  const { store, runId, complete } = await openReduced()
  const delivery = { runId, position: complete.position, sequence: 1 }
  const composed = await composeMessage(store, delivery, { forwardDrafts: 'on' })
  if (composed.kind !== 'message' || typeof composed.body !== 'string') throw new Error('no message')
  const message = JSON.parse(composed.body) as WebhookMessage
  expect(message.generated).toMatchObject({ orderId: complete.id })
  for (const word of wordsOfAda) expect(composed.body).not.toContain(word)
})

test('an export contains the remaining data of a reduced order, and its purpose', async () => {
  const { run, runId } = await openReduced()
  const { output } = await run('export', '--run', runId)
  const { Vorgänge } = JSON.parse(output) as {
    Vorgänge: [{ Angaben: { Feld: string }[]; 'Nur noch für die Rechnung aufbewahrt': boolean }]
  }
  const personal = Vorgänge[0].Angaben.map(({ Feld }) => Feld)
  expect(personal).toEqual(expect.arrayContaining(['vorname', 'nachname', 'adresse']))
  for (const name of ['geburtsdatum', 'iban', 'email', 'anrede']) expect(personal).not.toContain(name)
  expect(Vorgänge[0]['Nur noch für die Rechnung aufbewahrt']).toBe(true)
  for (const word of ['1971-02-03', '00202051', 'adalberta@', 'click-of-ada'])
    expect(output).not.toContain(word)
})

test('a reduced order has nothing left that can be erased before the retention of its invoice ends', async () => {
  const { run, runId, store } = await openReduced()
  await expect(run('erase', '--run', runId)).rejects.toThrow('There is no personal data left')
  expect(await store.vault.readPage(runId, 0)).toMatchObject([{ keptFor: 'invoice' }])
})

test('reports do not change after a reduction', async () => {
  const people = await openReduced()
  expect(await people.reports()).toEqual(people.reportsBefore)
})

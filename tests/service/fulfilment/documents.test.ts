import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { ConfirmationContent, InvoiceContent, LetterContent } from '#domain/documents/content.ts'
import { createDocumentsDestination } from '#service/fulfilment/documents-destination.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { carryOut } from '#service/orders/operator-commands.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { readableTypesetter } from './deliver.ts'
import {
  type Fulfilling,
  commandsOf as commands,
  contentOf,
  fulfilmentEngines,
  openFulfilment,
} from './open-fulfilment.ts'

const prepared = async ({ store }: Fulfilling, orderId: string) =>
  (await findOrder(store.log, orderId))!.events.flatMap((event) =>
    event.type === 'prepared' ? [`${event.data.document} ${event.data.version}`] : [],
  )

const mailRows = async ({ store }: Fulfilling) =>
  (await store.outbox.list({ destination: 'mail', limit: 99 })).map(({ eventType }) => eventType).toReversed()

describe.each(fulfilmentEngines())('the documents of an order on $name', (engine) => {
  test('follow from order, payment and amendments, and each e-mail follows its document', async () => {
    const opened = await openFulfilment(engine)
    const { store, work } = opened
    const { order, runId } = await orderRun(opened)
    const { pay, amend } = commands(opened, order.id)
    await work()
    expect(await prepared(opened, order.id)).toEqual(['confirmation 1'])
    const confirmation = await contentOf<ConfirmationContent>(store, { runId, kind: 'confirmation' })
    expect(confirmation).toMatchObject({
      orderNumber: order.number,
      statusUrl: expect.stringMatching(/^https:\/\/formlotse\.example\/auftrag#/) as string,
      texts: [{ title: 'AGB' }],
    })
    await pay()
    await work()
    await amend()
    await work()
    expect(await prepared(opened, order.id)).toEqual([
      'confirmation 1',
      'application 1',
      'invoice 1',
      'application 2',
    ])
    expect(await contentOf<InvoiceContent>(store, { runId, kind: 'invoice' })).toMatchObject({
      number: 'RE-2026-00001',
      grossCents: 4999,
      customer: { name: `${anmeldungForm.vorname} ${anmeldungForm.nachname}` },
      provider: { vatId: 'DE123456789' },
    })
    const names = [1, 2].map(
      async (version) =>
        (await contentOf<LetterContent>(store, { runId, kind: 'application', version }))?.sender.name,
    )
    expect(await Promise.all(names)).toEqual([
      `${anmeldungForm.vorname} ${anmeldungForm.nachname}`,
      `Łucja ${anmeldungForm.nachname}`,
    ])
    expect(await mailRows(opened)).toEqual(['complete', 'prepared', 'prepared', 'amended', 'prepared'])
  })

  test('are recorded with the hash of their bytes', async () => {
    const opened = await openFulfilment(engine)
    const { order, runId } = await orderRun(opened)
    await opened.work()
    const event = (await findOrder(opened.store.log, order.id))!.events.find(
      ({ type }) => type === 'prepared',
    )
    const bytes = await opened.store.documents.read({ runId, kind: 'confirmation', version: 1 })
    expect(event!.data).toMatchObject({
      sha256: createHash('sha256').update(bytes!).digest('hex'),
      pages: 1,
      template: 1,
    })
  })

  test('include no application for an amendment before the payment, and the payment has the amended values', async () => {
    const opened = await openFulfilment(engine)
    const { order, runId } = await orderRun(opened)
    const { pay, amend } = commands(opened, order.id)
    await amend()
    await opened.work()
    expect(await prepared(opened, order.id)).toEqual(['confirmation 1'])
    await pay()
    await opened.work()
    const application = await contentOf<LetterContent>(opened.store, { runId, kind: 'application' })
    expect(application?.sender.name).toMatch(/^Łucja/)
    const invoice = await contentOf<InvoiceContent>(opened.store, { runId, kind: 'invoice' })
    expect(invoice?.customer.name).toMatch(new RegExp(`^${anmeldungForm.vorname}`))
  })

  test('include a cancellation invoice with a separate number after a refund', async () => {
    const opened = await openFulfilment(engine)
    const { order, runId } = await orderRun(opened)
    const { pay, fail, refund, order: current } = commands(opened, order.id)
    await pay()
    await opened.work()
    await fail()
    await refund()
    await opened.work()
    expect(await current()).toMatchObject({
      invoiceNumber: 'RE-2026-00001',
      cancellationNumber: 'ST-2026-00001',
    })
    expect(await contentOf<InvoiceContent>(opened.store, { runId, kind: 'cancellation' })).toMatchObject({
      number: 'ST-2026-00001',
      cancels: 'RE-2026-00001',
      grossCents: 4999,
    })
  })

  test('do not include an invoice if the order was withdrawn before, and then no cancellation invoice', async () => {
    const opened = await openFulfilment(engine)
    const { order } = await orderRun(opened)
    const { pay, withdraw, refund, order: current } = commands(opened, order.id)
    await pay()
    await withdraw()
    await refund()
    await opened.work()
    expect(await current()).toMatchObject({ invoiceNumber: null, cancellationNumber: null })
    expect(await prepared(opened, order.id)).toEqual(['confirmation 1'])
  })

  test('are prepared for an order that was paid before an upgrade only when an operator submits it', async () => {
    const opened = await openFulfilment(engine)
    const { store, clock, work } = opened
    const { order } = await orderRun(opened)
    await commands(opened, order.id).pay()
    // An earlier version of the service has processed the payment. It had only the webhook.
    const step = { size: 100, destinations: ['webhook'] as const, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    await rebuildProjections({ store, now: clock.now })
    await work()
    const rows = await store.outbox.list({ limit: 99 })
    expect(new Set(rows.map(({ destination }) => destination))).toEqual(new Set(['webhook']))
    expect(await prepared(opened, order.id)).toEqual([])
    // An operator can submit it: the documents are then prepared, and the letter is handed over.
    const settings = {
      store,
      submitAfterMs: 0,
      resendEmail: () => Promise.reject(new Error('no e-mail is sent again')),
      audit: () => Promise.resolve(),
      now: clock.now,
    }
    const submit = async () =>
      carryOut(settings, (await findOrder(store.log, order.id))!, { command: 'submit' })
    expect(await submit()).toEqual({ code: 'done' })
    const letters = () => store.outbox.list({ destination: 'letters', limit: 9 })
    expect(await letters()).toMatchObject([{ eventType: 'paid', state: 'pending' }])
    await work()
    expect(await prepared(opened, order.id)).toEqual(['application 1', 'invoice 1'])
    expect(await mailRows(opened)).toEqual(['prepared'])
    expect(await letters()).toHaveLength(1)
    // What happens to the order after the upgrade is processed as usual.
    await commands(opened, order.id).fail()
    await work()
    expect(await mailRows(opened)).toEqual(['prepared', 'failed'])
  })

  test('are prepared while a withdrawal is declared', async () => {
    const opened = await openFulfilment(engine)
    const { order } = await orderRun(opened)
    const { pay } = commands(opened, order.id)
    await pay()
    await changeOrder(opened.store.log, order.id, () => declared(order.id), { now: opened.clock.now() })
    await opened.work()
    expect(await prepared(opened, order.id)).toContain('invoice 1')
    const letters = await opened.store.outbox.list({ destination: 'letters', limit: 9 })
    expect(letters).toContainEqual(expect.objectContaining({ eventType: 'paid', state: 'held' }))
  })

  test('of an erased order include only the invoice, which the law requires after a payment', async () => {
    const opened = await openFulfilment(engine)
    const [paid, unpaid] = [await orderRun(opened), await orderRun(opened)]
    await commands(opened, paid.order.id).pay()
    const upTo = (await opened.store.log.head()) + 1
    await opened.store.people.erase([paid, unpaid].map(({ runId }) => ({ runId, upTo })))
    await opened.work()
    expect(await prepared(opened, paid.order.id)).toEqual(['invoice 1'])
    expect(await prepared(opened, unpaid.order.id)).toEqual([])
    const invoice = await contentOf<InvoiceContent>(opened.store, { runId: paid.runId, kind: 'invoice' })
    expect(invoice).toMatchObject({
      number: 'RE-2026-00001',
      customer: { name: `${anmeldungForm.vorname} ${anmeldungForm.nachname}` },
    })
    const rows = await opened.store.outbox.list({ destination: 'documents', limit: 9 })
    expect(rows.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered'])
  })

  test('are retried when one cannot be typeset, and the invoice keeps its number', async () => {
    let broken = true
    const opened = await openFulfilment(engine, {
      typesetter: {
        ...readableTypesetter,
        invoice: async (content) =>
          broken ? { code: 'unavailable', reason: 'timeout' } : readableTypesetter.invoice(content),
      },
    })
    const { order } = await orderRun(opened)
    await commands(opened, order.id).pay()
    await opened.work()
    expect(await prepared(opened, order.id)).toEqual(['confirmation 1', 'application 1'])
    const [row] = await opened.store.outbox.list({ destination: 'documents', limit: 1 })
    const { attempts } = (await opened.store.outbox.get(row!.id))!
    expect(attempts).toMatchObject([{ error: 'not typeset: timeout' }])
    broken = false
    opened.clock.advance(10_000)
    await opened.work()
    expect(await prepared(opened, order.id)).toEqual(['confirmation 1', 'application 1', 'invoice 1'])
    expect((await commands(opened, order.id).order()).invoiceNumber).toBe('RE-2026-00001')
  })

  test('are prepared once, whoever delivers a message again', async () => {
    const opened = await openFulfilment(engine)
    const { store, settings } = opened
    const { order } = await orderRun(opened)
    await commands(opened, order.id).pay()
    await opened.work()
    const head = await store.log.head()
    const rows = await store.outbox.list({ destination: 'documents', limit: 9 })
    const destination = createDocumentsDestination({ ...settings, onCommit: () => undefined })
    expect(rows).toHaveLength(2)
    for (const row of rows) {
      const ready = await destination.prepare(row)
      if (ready.kind !== 'ready') throw new Error(ready.kind)
      const sent = await destination.send(ready.message, AbortSignal.timeout(5000), row)
      expect(sent).toMatchObject({ code: 'delivered', error: null })
    }
    expect(await store.log.head()).toBe(head)
  })
})

const declared = (orderId: string) =>
  ({ code: 'append', event: { type: 'withdrawal_declared', data: { orderId, statement: 's' } } }) as const

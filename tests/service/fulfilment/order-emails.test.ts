import { randomUUID } from 'node:crypto'
import { readFile, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { decideAmendment, decidePayment, decideRefund } from '#domain/orders/decide-order.ts'
import { decideOperatorWithdrawal } from '#domain/orders/decide-withdrawal.ts'
import { defaultPeriods } from '#domain/retention/default-periods.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/durations.ts'
import { createAcknowledgementLimit } from '#service/correspondence/acknowledgement-limit.ts'
import { customerOrderOf, resendEmail } from '#service/correspondence/resend-email.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { createOrderEmails } from '#service/fulfilment/emails/compose-order-email.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { attemptMessage } from '#service/outbox/attempt-message.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createMail } from '#service/outbox/destinations/mail/mail.ts'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { frame, publicUrl } from '#tests/service/emails/every-email.ts'
import { partsOf } from '#tests/service/mail/read-mime.ts'
import { startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { orderRun } from '#tests/service/orders/ordered-run.ts'
import { silent } from '#tests/service/projections/projected-store.ts'
import { type Engine, fulfilmentEngines, openFulfilment, temporaryFolder } from './open-fulfilment.ts'

const engines = fulfilmentEngines()

/** Opens the service with a mail server. With `files`, e-mails are written to `folder` instead. */
async function open(engine: Engine, { files = false } = {}) {
  const opened = await openFulfilment(engine)
  const { store, clock, piiKey, settings } = opened
  const receiver = await startSmtpReceiver()
  onTestFinished(() => receiver.stop())
  const { now } = clock
  const sealed = { store, cipher: createVaultCipher(piiKey), now, newId: () => crypto.randomUUID() }
  const emails = createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' })
  const folder = await temporaryFolder()
  const mail = createMail({
    mailer: createMailer({ smtpUrl: files ? undefined : receiver.url, from: 'x@formlotse.test', folder }),
    content: emails,
    journal: settings.journal,
    waitFor: createAcknowledgementLimit({ store, piiKey, now }).waitFor,
    composeDecision: async () => ({ waitMs: 0 }),
    composeOrderEmail: createOrderEmails({
      store,
      documents: store.documents,
      journal: settings.journal,
      compose: createComposer(frame),
      links: { url: (orderId) => `${publicUrl}/auftrag#${orderId}` },
      submitAfterMs: 2 * hourMs,
      unpaid: defaultPeriods.unpaid,
      now,
    }),
    now,
    limitedLog: () => undefined,
  })
  return {
    ...opened,
    emails,
    folder,
    receiver,
    /** Attempts all e-mails that are due. */
    async send() {
      await opened.work()
      const context = {
        store,
        destination: mail,
        now,
        random: () => 0.5,
        log: silent,
        limitedLog: () => undefined,
        interrupted: new AbortController().signal,
      }
      const request = { destination: 'mail' as const, now: now(), leaseMs: minuteMs, limit: 20 }
      for (;;) {
        const rows = await store.outbox.claimDue(request)
        if (rows.length === 0) return
        for (const row of rows) await attemptMessage(row, context, () => undefined)
      }
    },
    sent: () => receiver.mails.map(({ to, source }) => [to.join(), ...filesOf(source)]),
  }
}

const filesOf = (source: string) => partsOf(source).flatMap(({ filename }) => filename ?? [])
const customer = anmeldungForm.email

async function ordered(opened: Awaited<ReturnType<typeof open>>, form: object = anmeldungForm) {
  const { order, runId } = await orderRun(opened, { form })
  const change = (decide: Parameters<typeof changeOrder>[2], more = {}) =>
    changeOrder(opened.store.log, order.id, decide, { now: opened.clock.now(), ...more })
  return {
    ...order,
    runId,
    pay: () => change((one) => decidePayment(one, { paymentId: 'p', amountCents: 4999, status: 'paid' })),
    withdraw: () => change(decideOperatorWithdrawal),
    refund: () => change(decideRefund),
    changeAddress: (email: string) => {
      const { facts, personal } = splitForm(funnelByType('anmeldung')!, {
        ...(anmeldungForm as FieldValues),
        email,
      })
      return change(decideAmendment, { facts, personal: { form: personal } })
    },
  }
}

test('without a mail server, each e-mail about an order is a file with its documents, and names the order', async () => {
  const opened = await open(engines[0], { files: true })
  const order = await ordered(opened)
  await opened.send()
  await order.pay()
  await opened.send()
  await order.withdraw()
  await opened.send()
  await order.refund()
  await opened.send()
  const names = await readdir(opened.folder)
  const files = await Promise.all(
    names.map(async (name) => {
      const file = path.join(opened.folder, name)
      expect((await stat(file)).mode & 0o777).toBe(0o600)
      const source = await readFile(file, 'utf8')
      expect(source).toMatch(new RegExp(`^X-Order-ID: ${order.id}$`, 'm'))
      expect(source).toMatch(new RegExp(`^To: ${customer}$`, 'm'))
      return filesOf(source).join(' ')
    }),
  )
  expect(new Set(files)).toEqual(
    new Set([
      `Auftragsbestaetigung-${order.number}.pdf`,
      `Antrag-${order.number}.pdf Rechnung-RE-2026-00001.pdf`,
      '',
      'Stornorechnung-ST-2026-00001.pdf',
    ]),
  )
  expect(files).toHaveLength(4)
})

describe.each(engines)('the e-mails about an order on $name', (engine) => {
  test('are each sent once, with their documents', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    await opened.send()
    await opened.send()
    expect(opened.sent()).toEqual([[customer, `Auftragsbestaetigung-${order.number}.pdf`]])
    await order.pay()
    await opened.send()
    await opened.send()
    expect(opened.sent().slice(1)).toEqual([
      [customer, `Antrag-${order.number}.pdf`, 'Rechnung-RE-2026-00001.pdf'],
    ])
    await order.withdraw()
    await opened.send()
    expect(opened.sent().slice(2)).toEqual([[customer]])
  })

  test('remind once of an unpaid order after a day, and never of a paid one', async () => {
    const opened = await open(engine)
    const [unpaid, paid] = [
      await ordered(opened),
      await ordered(opened, { ...anmeldungForm, email: 'b@example.org' }),
    ]
    await paid.pay()
    await opened.send()
    const before = opened.sent().length
    opened.clock.advance(dayMs - 1)
    await opened.send()
    expect(opened.sent()).toHaveLength(before)
    opened.clock.advance(1)
    await opened.send()
    opened.clock.advance(dayMs)
    await opened.send()
    expect(opened.sent().slice(before)).toEqual([[customer]])
    expect(opened.receiver.mails.at(-1)!.source).toContain(unpaid.number)
  })

  test('wait while the mail server is down for an hour, and are then sent once', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    opened.receiver.state.refuse = true
    await order.pay()
    for (let minutes = 0; minutes < 60; minutes += 5) {
      await opened.send()
      opened.clock.advance(5 * minuteMs)
    }
    expect(opened.sent()).toEqual([])
    opened.receiver.state.refuse = false
    for (let hours = 0; hours < 4; hours += 1) {
      opened.clock.advance(hourMs)
      await opened.send()
    }
    expect(opened.sent().map(([, ...files]) => files.length)).toEqual([1, 2])
  })

  test('are not sent again after a restore from a backup, except on request', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    const { journal } = opened.settings
    await journal.note(`email:${order.id}:confirmation`, { value: 'before', at: opened.clock.now() })
    await opened.send()
    expect(opened.sent()).toEqual([])
    const rows = await opened.store.outbox.list({ destination: 'mail', state: 'delivered', limit: 9 })
    expect(rows.map(({ eventType }) => eventType)).toEqual(['prepared'])

    const repeat = { repeat: { eventId: rows[0]!.messageId } }
    const id = randomUUID()
    const again = [customer, `Auftragsbestaetigung-${order.number}.pdf`]
    await opened.emails.enqueue(repeat, { id })
    await opened.send()
    expect(opened.sent()).toEqual([again])
    await opened.store.outbox.remove([id])
    await opened.emails.enqueue(repeat, { id })
    await opened.send()
    expect(opened.sent()).toEqual([again])
  })

  test('are sent again to a corrected address, to which the later ones go as well', async () => {
    const opened = await open(engine)
    const { store, emails, clock, receiver } = opened
    const order = await ordered(opened)
    const dead = async () => (await store.outbox.list({ destination: 'mail', state: 'dead', limit: 9 }))[0]!
    const resend = (id: number, to?: string) => resendEmail({ store, emails, now: clock.now }, id, to)
    receiver.state.permanent = true
    await opened.send()
    const refused = await dead()
    // A double click, and a click on a page that still shows the refused e-mail.
    const clicks = await Promise.all([
      resend(refused.id, 'nue@example.org'),
      resend(refused.id, 'nue@example.org'),
    ])
    clicks.push(await resend(refused.id, 'nue@example.org'))
    expect(new Set(clicks.map(({ code }) => code))).toEqual(new Set(['done']))
    await opened.send()
    const again = await dead()
    expect(again.id).not.toBe(refused.id)
    expect(await customerOrderOf({ store, emails }, again)).toBe(order.id)
    expect(await store.outbox.list({ destination: 'mail', limit: 9 })).toHaveLength(3)

    receiver.state.permanent = false
    clock.advance(minuteMs)
    expect(await resend(again.id, 'neu@example.org')).toEqual({ code: 'done' })
    await order.pay()
    await opened.send()
    expect(opened.sent()).toEqual([
      ['neu@example.org', `Auftragsbestaetigung-${order.number}.pdf`],
      ['neu@example.org', `Antrag-${order.number}.pdf`, 'Rechnung-RE-2026-00001.pdf'],
    ])
    // The delivered one can be sent once more a minute later.
    const sent = await store.outbox.list({ destination: 'mail', state: 'delivered', limit: 9 })
    const delivered = sent.find(({ eventType }) => eventType === 'prepared')
    clock.advance(minuteMs)
    await resend(delivered!.id)
    await resend(delivered!.id)
    await opened.send()
    expect(opened.sent()).toHaveLength(3)
    await store.people.erase([{ runId: order.runId, upTo: await store.log.head() }])
    clock.advance(minuteMs)
    expect(await resend(delivered!.id)).toEqual({ code: 'erased' })
    expect(await resend(again.id)).toEqual({ code: 'unknown-message' })
  })

  test('report a change that is made once more after a restore', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    await order.pay()
    await opened.send()
    const { journal } = opened.settings
    const lost = { value: 'lost', at: opened.clock.now() }
    await journal.note(`email:${order.id}:data-changed:${opened.clock.now()}`, lost)
    await order.changeAddress('neu@example.org')
    await opened.send()
    expect(opened.sent()).toHaveLength(2)
    opened.clock.advance(minuteMs)
    await order.changeAddress('anders@example.org')
    await opened.send()
    expect(opened.sent().slice(2)).toEqual([['anders@example.org', `Antrag-${order.number}.pdf`]])
  })

  test('remind of at most two orders per address and day, and of the others on the next day', async () => {
    const opened = await open(engine)
    for (let orders = 0; orders < 3; orders += 1) await ordered(opened)
    await opened.send()
    opened.clock.advance(dayMs)
    await opened.send()
    expect(opened.sent()).toHaveLength(3 + 2)
    opened.clock.advance(dayMs)
    await opened.send()
    expect(opened.sent()).toHaveLength(3 + 3)
  })

  test('confirm an unpaid order again to a corrected address', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    await opened.send()
    await order.changeAddress('neu@example.org')
    await opened.send()
    const file = `Auftragsbestaetigung-${order.number}.pdf`
    expect(opened.sent()).toEqual([
      [customer, file],
      ['neu@example.org', file],
    ])
  })

  test('confirm at most five orders per address and day, and the others on the next day', async () => {
    const opened = await open(engine)
    for (let orders = 0; orders < 7; orders += 1) await ordered(opened)
    await opened.send()
    expect(opened.sent()).toHaveLength(5)
    opened.clock.advance(12 * hourMs)
    await opened.send()
    expect(opened.sent()).toHaveLength(5)
    opened.clock.advance(2 * hourMs)
    await opened.send()
    expect(opened.sent()).toHaveLength(7)
  })

  test('are not sent when the data of the order is erased', async () => {
    const opened = await open(engine)
    const order = await ordered(opened)
    await opened.work()
    await opened.store.people.erase([{ runId: order.runId, upTo: await opened.store.log.head() }])
    await opened.send()
    expect(opened.sent()).toEqual([])
  })
})

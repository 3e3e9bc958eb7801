import path from 'node:path'
import { beforeAll, beforeEach, afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { ContentMessage } from '#db/ports/outbox-store.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { supportPath, withdrawalPath } from '#domain/site/contact-contract.ts'
import { decideAmendment } from '#domain/orders/decide-order.ts'
import { splitForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { anmeldungForm } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { fulfilmentEngines } from '#tests/service/fulfilment/open-fulfilment.ts'
import {
  type Emails,
  openEmails,
  postForm,
  postJson,
  supportAddress,
} from '#tests/service/mail/open-emails.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { type OrderedRun, orderRun } from '#tests/service/orders/ordered-run.ts'

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
beforeAll(async () => void (receiver = await startSmtpReceiver()))
beforeEach(() => void (receiver.mails.length = 0))
afterAll(() => receiver.stop())

const fullName = `${anmeldungForm.vorname} ${anmeldungForm.nachname}`
const customer = anmeldungForm.email
const request = { name: 'Ada', email: 'ada@example.org', anliegen: 'billing', message: 'Wo?' }

const declare = (of: Emails, { order }: OrderedRun, email: string) =>
  postJson(of.app, withdrawalPath, { name: fullName, email, orderNumber: order.number })

/** Changes the e-mail address of an order, as the status page does. */
async function changeAddress(of: Emails, { order }: OrderedRun, email: string) {
  const { facts, personal } = splitForm(funnelByType('anmeldung')!, {
    ...(anmeldungForm as FieldValues),
    email,
  })
  const found = (await findOrder(of.service.store.log, order.id))!
  const content = { facts, personal: { form: personal }, isNewAddress: true }
  const { code } = await of.correspondence.acceptAmendment(found, decideAmendment, content)
  expect(code).toBe('changed')
}

const settled = async (of: Emails) => {
  await eventually(async () => expect(await of.waiting()).toHaveLength(0))
}

/** Records all messages that are enqueued with their content. */
function recordMessages({ outbox }: Emails['service']['store']): ContentMessage[] {
  const messages: ContentMessage[] = []
  const { enqueue } = outbox
  outbox.enqueue = async (enqueued) => {
    messages.push(...enqueued)
    await enqueue(enqueued)
  }
  return messages
}

describe.each(fulfilmentEngines())('e-mails that are pending in a restored store on $name', (engine) => {
  test('are not sent again', { timeout: 20_000 }, async () => {
    const url = await engine.database()
    const of = await openEmails({
      smtpUrl: receiver.url,
      ...(url !== undefined && {
        openStore: (piiKey) => openPostgresStore({ url, piiKey, supervise: false }),
      }),
    })
    onTestFinished(() => of.close())
    const { store, clock } = of.service
    const messages = recordMessages(store)
    const [confirmed, overdue, moved] = [
      await orderRun(of.service),
      await orderRun(of.service),
      await orderRun(of.service),
    ]
    await of.project()
    await postJson(of.app, supportPath, request)
    await of.correspondence.notifyOperators('8d6f1c52-2b0e-4a51-9c0b-111111111111', {
      subject: 'Zu erledigen',
      title: 'Zu erledigen',
      blocks: [],
    })
    await changeAddress(of, moved, 'neu@example.org')
    await declare(of, confirmed, 'a@example.org')
    await declare(of, overdue, 'b@example.org')
    await settled(of)
    await of.project()
    clock.advance(1000)
    const [confirm] = receiver.mails
      .map(bodyOf)
      .find((body) => body.includes(confirmed.order.number) && body.includes('Bestätigen Sie es'))!
      .match(/http:\/\/localhost\/widerruf\S+/)!
    const link = new URL(confirm)
    await postForm(of.app, link.pathname, { t: link.searchParams.get('t')! })
    // An attempt that seems to take 60 s is repeated.
    await settled(of)
    clock.advance(3 * 24 * 3600 * 1000)
    await eventually(async () => expect(await overdue.status()).toBe('withdrawn'))
    await settled(of)
    const sent = receiver.mails.map(({ to }) => to.join()).toSorted()
    expect(sent).toEqual(
      [
        'ada@example.org',
        'a@example.org',
        'b@example.org',
        // Two questions, the e-mail about the deadline, and the notice about the changed address.
        customer,
        customer,
        customer,
        customer,
        // The request, the notice, two declarations and two decisions.
        ...Array.from({ length: 6 }, () => supportAddress),
      ].toSorted(),
    )

    // The e-mails about decisions are due a minute later, unless their decision makes them due.
    clock.advance(60_000)
    await store.outbox.remove(messages.map(({ messageId }) => messageId))
    await store.outbox.enqueue(messages.splice(0))
    expect((await of.waiting()).length).toBeGreaterThan(sent.length)
    await of.restart()
    await settled(of)
    expect(receiver.mails).toHaveLength(sent.length)
    // The journal outlives erased data.
    const journal = await of.readJournal()
    expect(journal).not.toMatch(/example\.org|Ada|Łucja|formlotse\.test/)
    expect(journal.split('\n').length - 1).toBe(sent.length)
  })
})

test('a declaration that is pending in a restored store is recorded, and its e-mails are not sent again', async () => {
  const of = await openEmails({ smtpUrl: receiver.url })
  onTestFinished(() => of.close())
  const { store, folder, piiKey, clock } = of.service
  const run = await orderRun(of.service)
  await of.project()
  const { claimDue } = store.outbox
  store.outbox.claimDue = async () => []
  await declare(of, run, 'a@example.org')
  const file = path.join(folder, 'backup.db')
  await store.backup(file)
  store.outbox.claimDue = claimDue
  await settled(of)
  expect(receiver.mails).toHaveLength(3)

  const restored = await openEmails({
    smtpUrl: receiver.url,
    journalFolder: folder,
    piiKey,
    now: clock.now(),
    openStore: () => openSqliteStore({ file, piiKey, exclusive: true }),
  })
  onTestFinished(() => restored.close())
  await eventually(async () => {
    const { order } = (await findOrder(restored.service.store.log, run.order.id))!
    expect(order.status).toBe('withdrawal_declared')
  })
  await settled(restored)
  expect(receiver.mails).toHaveLength(3)
})

test('another change of the address after a restore is confirmed to the previous address', async () => {
  const of = await openEmails({ smtpUrl: receiver.url })
  onTestFinished(() => of.close())
  const { store, folder, piiKey, clock } = of.service
  const run = await orderRun(of.service)
  const file = path.join(folder, 'backup.db')
  await store.backup(file)
  await changeAddress(of, run, 'neu@example.org')
  await settled(of)
  expect(receiver.mails.map(({ to }) => to.join())).toEqual([customer])

  const restored = await openEmails({
    smtpUrl: receiver.url,
    journalFolder: folder,
    piiKey,
    now: clock.now() + 60_000,
    openStore: () => openSqliteStore({ file, piiKey, exclusive: true }),
  })
  onTestFinished(() => restored.close())
  await changeAddress(restored, run, 'anders@example.org')
  await settled(restored)
  expect(receiver.mails.map(({ to }) => to.join())).toEqual([customer, customer])
})

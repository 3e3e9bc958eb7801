import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { acceptSupportRequest } from '#service/correspondence/accept-support-request.ts'
import type { DeclarationContent, RequestContent } from '#service/correspondence/emails.ts'
import type { NamedOrder } from '#service/correspondence/record-support-requests.ts'
import { supportEmail } from '#service/emails/support/support-emails.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { receiptEmail } from '#service/emails/withdrawal/receipt.ts'
import { frame } from '#tests/service/emails/every-email.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import type { exportPerson } from '#service/privacy/export-person.ts'
import { noon } from '#tests/build-events.ts'
import { type People, ada, bob, openPeople } from './open-people.ts'

const support = 'hilfe@formlotse.test'
const umlauts = 'jörg@zwiebelbäcker.example'

const compose = createComposer(frame)
const question = (email: string) =>
  compose(
    support,
    supportEmail({
      name: 'A "b@c.de" <x@y.de>',
      email,
      anliegen: 'billing',
      orderNumber: '',
      message: 'Wo?',
    }),
  )

function withdrawal(email: string) {
  return { name: 'Ada', email, orderNumber: '', details: 'Quittenallee', website: '' }
}

/**
 * Returns functions for e-mails: `fill` creates e-mails of several people, `waiting` lists the e-mails in the outbox,
 * and `names` lists those in files.
 */
function mailOf(people: People) {
  const folders = mailFolders(people.folder)
  const sealed = {
    store: people.store,
    cipher: createVaultCipher(people.piiKey),
    now: people.clock.now,
    newId: randomUUID,
  }
  const emails = createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' })
  const declarations = createSealedOutbox<DeclarationContent>({ ...sealed, destination: 'withdrawals' })
  const mailer = createMailer({ smtpUrl: undefined, from: support, folder: folders.files })
  return {
    emails,
    mailer,
    names: () =>
      (existsSync(folders.files) ? readdirSync(folders.files) : []).filter((name) => name.endsWith('.eml')),
    waiting: async () => [
      ...(await people.store.outbox.contents('mail', 0, 100)),
      ...(await people.store.outbox.contents('withdrawals', 0, 100)),
    ],
    async fill() {
      for (const email of [ada.email, bob.email, umlauts])
        await mailer.send({ id: randomUUID(), ...question(email) })
      const stranger = withdrawal('Adalberta@Example.org')
      await mailer.send({ id: randomUUID(), ...compose(stranger.email, receiptEmail(stranger, noon)) })
      await declarations.enqueue({ withdrawal: withdrawal(ada.email), receivedAt: noon })
      await emails.enqueue({ email: question(bob.email) })
    },
  }
}

type Exported = Awaited<ReturnType<typeof exportPerson>>

test('e-mails of a person are exported and erased with the other data, those of others are kept', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { Schreiben: exported } = JSON.parse(
    (await people.run('export', '--email', ada.email)).output,
  ) as Exported
  expect(exported.map(({ Stand }) => Stand).toSorted()).toEqual([
    'als Datei aufbewahrt',
    'als Datei aufbewahrt',
    'noch nicht gesendet',
  ])
  expect(exported.find(({ Stand }) => Stand === 'noch nicht gesendet')!.Inhalt).toContain('Quittenallee')
  expect(JSON.stringify(exported)).not.toContain(bob.email)

  const { output } = await people.run('erase', '--email', ada.email)
  expect(output).toContain(
    'Removed 3 e-mails from the outbox and the mail folder of this machine.\n1 e-mail of them had not',
  )
  expect([mail.names().length, (await mail.waiting()).length]).toEqual([2, 1])
  const [left] = await mail.waiting()
  expect(JSON.stringify(mail.emails.open(left!))).toContain(bob.email)
})

test('an e-mail erased while it is being sent is removed and not sent again', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await mail.fill()
  const { outbox } = people.store
  const due = { destination: 'mail', leaseMs: 60_000, limit: 1 } as const
  const [row] = await outbox.claimDue({ ...due, now: noon })
  await people.run('erase', '--email', bob.email)
  const attempt = { number: 1, startedAt: noon, durationMs: 1, status: 451, error: 'busy' }
  await outbox.finish(row!, attempt, { state: 'pending', nextAttemptAt: noon })
  expect(await outbox.get(row!.id)).toBeUndefined()
  expect(await outbox.claimDue({ ...due, now: noon + 3_600_000 })).toEqual([])
})

test('a person who only wrote to support is found under every spelling of the domain', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await mail.fill()
  const other = 'jörg@xn--zwiebelbcker-ncb.example'
  expect(JSON.parse((await people.run('export', '--email', other)).output)).toMatchObject({
    Vorgänge: [],
    Schreiben: [{ Inhalt: expect.stringContaining('Support-Anfrage') }],
  })
  expect((await people.run('erase', '--email', other)).output).toBe(
    'Removed 1 e-mail from the outbox and the mail folder of this machine.',
  )
  await expect(people.run('erase', '--email', umlauts)).rejects.toThrow('Nothing is stored')
  expect(existsSync(people.journal.file)).toBe(false)
})

test('a support request is erased with the number of the order that it names', async () => {
  const people = await openPeople()
  const { store, clock, piiKey } = people
  const sealed = { store, cipher: createVaultCipher(piiKey), now: clock.now, newId: randomUUID }
  const outboxOf = <Content>(destination: 'mail' | 'requests' | 'support') =>
    createSealedOutbox<Content>({ ...sealed, destination })
  const settings = {
    store,
    emails: outboxOf<EmailContent>('mail'),
    requests: outboxOf<RequestContent>('requests'),
    namedOrders: outboxOf<NamedOrder>('support'),
    compose,
    supportEmail: support,
    newId: randomUUID,
    now: clock.now,
  }
  for (const email of [ada.email, bob.email])
    await acceptSupportRequest(settings, {
      name: 'Ada',
      email,
      anliegen: 'billing',
      orderNumber: 'FL-2026-000001',
      message: 'Wo?',
      website: '',
    })
  expect(await store.outbox.contents('support', 0, 9)).toHaveLength(2)
  await people.run('erase', '--email', ada.email)
  expect(await store.outbox.contents('support', 0, 9)).toHaveLength(1)
  expect(await store.outbox.contents('requests', 0, 9)).toHaveLength(1)
})

test('a request for one run keeps e-mails that are not about it, and reports their number', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  const runId = await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { output, note } = await people.run('erase', '--run', runId)
  expect(output).not.toContain('e-mail')
  expect(note).toBe(
    '3 e-mails from or to the e-mail address given there, which name no order of it: use --email to include them.',
  )
  expect([mail.names().length, (await mail.waiting()).length]).toEqual([4, 2])
})

test('a request for one order covers the e-mails about it, in the outbox and in files', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  const runId = await people.visit(ada, ['start', 'complete'])
  await people.visit(bob, ['start', 'complete'])
  await people.project()
  const events = await people.store.log.readOrder(runId)
  const complete = events.find(({ type }) => type === 'complete')
  const { number } = orderOf(events)!
  await mail.fill()
  const about = (to: string) => compose(to, receiptEmail({ ...withdrawal(to), orderNumber: number }, noon))
  const mailer = createMailer({ smtpUrl: undefined, from: support, folder: mailFolders(people.folder).files })
  // The file of an e-mail about an event has the event's id, and is found even if the address has changed since.
  await mailer.send({ id: complete!.id, ...question('former@example.org') })
  await mailer.send({ id: randomUUID(), ...about(ada.email) })
  await mailer.send({ id: randomUUID(), ...about('stranger@example.org') })
  await mail.emails.enqueue({ email: about(ada.email) })
  const before = mail.names().length

  const { output, note } = await people.run('export', '--order', number)
  const { Schreiben: exported } = JSON.parse(output) as Exported
  expect(exported).toHaveLength(3)
  expect(output).not.toContain('stranger@example.org')
  expect(note).toMatch(/^3 e-mails from or to/)
  await people.run('erase', '--order', number)
  expect(mail.names()).toHaveLength(before - 2)
  expect(mail.names()).not.toContain(`${complete!.id}.eml`)
  expect(JSON.parse((await people.run('export', '--run', runId)).output)).toMatchObject({ Schreiben: [] })
})

test('a request for an order includes the e-mails about it, sent again or not, and no others', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  const orders: { id: string; runId: string }[] = []
  for (let i = 0; i < 2; i += 1) {
    const runId = await people.visit(ada, ['start', 'step', 'complete'])
    const complete = (await people.store.log.readOrder(runId)).find(({ type }) => type === 'complete')!
    orders.push({ id: complete.id, runId })
    const order = { id: complete.id, isCustomer: true }
    await mail.mailer.send({ id: randomUUID(), orderId: complete.id, ...question(ada.email) })
    await mail.emails.enqueue({ email: question(ada.email), order })
    await mail.emails.enqueue({ repeat: { eventId: complete.id } })
    const notice = {
      orderId: complete.id,
      change: 1,
      by: 'objection',
      kind: 'decided',
      enqueuedAt: noon,
    } as const
    await mail.emails.enqueue({ decision: notice })
  }
  await mail.emails.enqueue({ email: question(bob.email) })
  const [first, second] = orders
  const { Schreiben: exported } = JSON.parse(
    (await people.run('export', '--run', first!.runId)).output,
  ) as Exported
  expect(exported).toHaveLength(4)
  const { output, note } = await people.run('erase', '--order', first!.id)
  expect(output).toContain('Removed 4 e-mails from the outbox and the mail folder of this machine.')
  expect(note).toMatch(/^2 e-mails from or to/)
  expect([mail.names().length, (await mail.waiting()).length]).toEqual([1, 4])
  await people.run('erase', '--run', second!.runId)
  expect([mail.names().length, (await mail.waiting()).length]).toEqual([0, 1])
})

test('with --keep-orders, e-mails of a person with an order are kept', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await people.visit(ada, ['start', 'step', 'complete'])
  const draft = await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { output } = await people.run('erase', '--email', ada.email, '--keep-orders')
  expect(output).toContain(draft)
  expect([mail.names().length, (await mail.waiting()).length]).toEqual([4, 2])
})

test('e-mails that cannot be decrypted are reported', async () => {
  const people = await openPeople()
  await people.visit(ada, ['start', 'step', 'email'])
  const { outbox } = mailFolders(people.folder)
  mkdirSync(outbox, { recursive: true })
  writeFileSync(path.join(outbox, `${randomUUID()}.unreadable`), 'cut off')
  expect((await people.run('export', '--email', ada.email)).note).toContain(
    '1 e-mail in the outbox cannot be decrypted',
  )
})

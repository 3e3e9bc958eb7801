import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { createVaultCipher } from '#db/vault-cipher.ts'
import { mailFolders } from '#service/mail/kept-letters.ts'
import { type Owed, receiptLetter, supportLetter } from '#service/mail/letters.ts'
import { createMailer } from '#service/mail/mailer.ts'
import { createOutbox } from '#service/mail/outbox.ts'
import type { exportPerson } from '#service/privacy/export-person.ts'
import { noon } from '#tests/build-events.ts'
import { type People, ada, bob, openPeople } from './open-people.ts'

const support = 'hilfe@formlotse.test'
const umlauts = 'jörg@zwiebelbäcker.example'

const question = (email: string) =>
  supportLetter(
    { name: 'A "b@c.de" <x@y.de>', email, anliegen: 'billing', message: 'Wo?', website: '' },
    support,
  )

function withdrawal(email: string) {
  return { name: 'Ada', email, orderNumber: '', details: 'Quittenallee', website: '' }
}

/** The folder of letters of a service, filled as the service fills it. */
function mailOf(people: People) {
  const folders = mailFolders(people.folder)
  const outbox = createOutbox({
    folder: folders.outbox,
    cipher: createVaultCipher(people.piiKey),
    now: people.clock.now,
    newId: randomUUID,
    onUnreadable: () => expect.unreachable(),
  })
  const mailer = createMailer({ smtpUrl: undefined, from: support, folder: folders.files })
  const wait = (owed: Owed) => outbox.put(JSON.stringify(owed))
  return {
    outbox,
    folders,
    wait,
    names: () => readdirSync(folders.files).filter((name) => name.endsWith('.eml')),
    waiting: () => readdirSync(folders.outbox),
    async fill() {
      for (const email of [ada.email, bob.email, umlauts])
        await mailer.send({ id: randomUUID(), ...question(email) })
      await mailer.send({ id: randomUUID(), ...receiptLetter(withdrawal('Adalberta@Example.org'), noon) })
      await wait({ withdrawal: withdrawal(ada.email), receivedAt: noon })
      await wait({ letter: question(bob.email) })
    },
  }
}

type Told = Awaited<ReturnType<typeof exportPerson>>

test('letters of a person are exported and erased with the rest, those of others stay', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { Schreiben: told } = JSON.parse((await people.run('export', '--email', ada.email)).output) as Told
  expect(told.map(({ Stand }) => Stand).toSorted()).toEqual([
    'als Datei aufbewahrt',
    'als Datei aufbewahrt',
    'noch nicht gesendet',
  ])
  expect(told.find(({ Stand }) => Stand === 'noch nicht gesendet')!.Inhalt).toContain('Quittenallee')
  expect(JSON.stringify(told)).not.toContain(bob.email)

  const { output } = await people.run('erase', '--email', ada.email)
  expect(output).toContain(
    'Removed 3 letters from the mail folder of this machine.\n1 letter of them had not',
  )
  expect([mail.names().length, mail.waiting().length]).toEqual([2, 1])
  expect(await mail.outbox.claim()).toMatchObject({ content: expect.stringContaining(bob.email) })
})

test('who only wrote to the support is found too, however the domain is spelled', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await mail.fill()
  const other = 'jörg@xn--zwiebelbcker-ncb.example'
  expect(JSON.parse((await people.run('export', '--email', other)).output)).toMatchObject({
    Vorgänge: [],
    Schreiben: [{ Inhalt: expect.stringContaining('Support-Anfrage') }],
  })
  expect((await people.run('erase', '--email', other)).output).toBe(
    'Removed 1 letter from the mail folder of this machine.',
  )
  await expect(people.run('erase', '--email', umlauts)).rejects.toThrow('Nothing is stored')
  expect(existsSync(people.journal.file)).toBe(false)
})

test('a request about one run leaves letters alone and says that there are some', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  const runId = await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { output, note } = await people.run('erase', '--run', runId)
  expect(output).not.toContain('letter')
  expect(note).toBe('3 letters from or to the e-mail address given there: use --email to reach them.')
  expect([mail.names().length, mail.waiting().length]).toEqual([4, 2])
})

test('with an order that is kept its letters are kept', async () => {
  const people = await openPeople()
  const mail = mailOf(people)
  await people.visit(ada, ['start', 'step', 'complete'])
  const draft = await people.visit(ada, ['start', 'step', 'email'])
  await mail.fill()
  const { output } = await people.run('erase', '--email', ada.email, '--keep-orders')
  expect(output).toContain(draft)
  expect([mail.names().length, mail.waiting().length]).toEqual([4, 2])
})

test('letters that cannot be read are told of', async () => {
  const people = await openPeople()
  await people.visit(ada, ['start', 'step', 'email'])
  const { outbox } = mailFolders(people.folder)
  mkdirSync(outbox, { recursive: true })
  writeFileSync(path.join(outbox, `${randomUUID()}.unreadable`), 'cut off')
  expect((await people.run('export', '--email', ada.email)).note).toContain(
    '1 letter in the outbox cannot be read',
  )
})

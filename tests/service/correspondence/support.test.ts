import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { supportPath, withdrawalPath } from '#domain/site/contact-contract.ts'
import { expireFiles } from '#service/correspondence/expire-files.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import { noon } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import {
  type Emails,
  openEmails,
  postForm,
  postJson,
  supportAddress,
} from '#tests/service/mail/open-emails.ts'
import { textPart } from '#tests/service/mail/read-mime.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'

const request = {
  name: 'Łucja Müller',
  email: 'lucja@example.org',
  anliegen: 'billing',
  message: 'Wo ist meine Rechnung?\n.\nDanke & Grüße',
}
/** A request from a new address, which has received no acknowledgement today. */
const newRequest = () => ({ ...request, email: `lucja-${randomUUID()}@example.org` })

const mailTo = (address: string) => receiver.mails.find(({ to }) => to.join() === address)!

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let emails: Emails

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  emails = await openEmails({ smtpUrl: receiver.url })
})
beforeEach(() => {
  receiver.mails.length = 0
  receiver.state.refuse = false
})
afterAll(async () => {
  await emails.close()
  await receiver.stop()
})

describe('a message to support', () => {
  test('is sent by e-mail with the visitor in Reply-To, and acknowledged to the visitor', async () => {
    const answer = await postJson(emails.app, supportPath, request)
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, error: null }])
    await eventually(() => expect(receiver.mails).toHaveLength(2))
    const mail = mailTo(supportAddress)
    expect(mail.source).toMatch(/^Reply-To: .*<lucja@example\.org>$/m)
    expect(bodyOf(mail)).toContain(request.message.replaceAll(/^/gm, '> '))
    expect(bodyOf(mail)).toContain('Anliegen: Rechnung und Zahlung')
    const receipt = mailTo(request.email)
    expect(bodyOf(receipt)).toContain('Ihre Nachricht ist bei uns angekommen')
    expect(bodyOf(receipt)).toContain('Anliegen: Rechnung und Zahlung')
    // Anyone can enter any address, so the e-mail must not carry a text of the sender.
    expect(receipt.source).not.toMatch(/Łucja|Müller|Wo ist/)
    await eventually(async () => expect(await emails.waiting()).toHaveLength(0))
  })

  test('is acknowledged to one address at most twice a day, and reported to the operator each time', async () => {
    const of = await openEmails({ smtpUrl: receiver.url })
    try {
      for (let i = 0; i < 4; i += 1) await postJson(of.app, supportPath, request)
      await eventually(() => expect(receiver.mails).toHaveLength(6))
      await eventually(async () => expect(await of.waiting()).toHaveLength(2))
      expect(receiver.mails.filter(({ to }) => to.join() === request.email)).toHaveLength(2)
      of.service.clock.advance(24 * 3600 * 1000)
      await eventually(() => expect(receiver.mails).toHaveLength(8))
      await eventually(async () => expect(await of.waiting()).toHaveLength(0))
    } finally {
      await of.close()
    }
  })

  test('is stored together with its e-mails, or not at all', async () => {
    const { outbox } = emails.service.store
    const counts = async () => (await outbox.countByState()).map(({ count }) => count)
    const before = await counts()
    const { enqueue } = outbox
    const enqueued: number[] = []
    outbox.enqueue = (messages) => {
      enqueued.push(messages.length)
      return Promise.reject(new Error('killed'))
    }
    for (const orderNumber of ['', 'FL-1'])
      expect((await postJson(emails.app, supportPath, { ...newRequest(), orderNumber })).status).toBe(500)
    outbox.enqueue = enqueue
    expect(enqueued).toEqual([3, 4])
    expect(await counts()).toEqual(before)
  })

  test('is kept encrypted while the mail server refuses it, and sent when it accepts it', async () => {
    receiver.state.refuse = true
    const answer = await postJson(emails.app, supportPath, newRequest())
    expect(answer.status).toBe(200)
    await eventually(() => expect(emails.lines.join('')).toContain('e-mail not delivered'))
    expect(receiver.mails).toHaveLength(0)
    const rows = await emails.service.store.outbox.contents('mail', 0, 9)
    expect(rows).toHaveLength(2)
    for (const { content } of rows) expect(Buffer.from(content!).toString('latin1')).not.toContain('lucja')
    receiver.state.refuse = false
    emails.service.clock.advance(6000)
    await eventually(() => expect(receiver.mails).toHaveLength(2))
    await eventually(async () => expect(await emails.waiting()).toHaveLength(0))
    expect(emails.lines.join('')).not.toMatch(/lucja|Müller|hilfe@|Rechnung/)
  })

  test.each([
    ['name', { name: 'A\r\nBcc: x@example.org' }],
    ['name', { name: '  ' }],
    ['name', { name: 'A'.repeat(101) }],
    ['email', { email: 'a@example.org,b@example.org' }],
    ['email', { email: 'a@example.org\nBcc: b@example.org' }],
    ['anliegen', { anliegen: 'anderes' }],
    ['message', { message: 'x'.repeat(5001) }],
    ['message', { message: 'a\u0000b' }],
    ['message', { message: ['a'] }],
    ['orderNumber', { orderNumber: 'F'.repeat(41) }],
    ['orderNumber', { orderNumber: 'FL-1\nBcc: x' }],
  ])('is refused for an invalid %s: %o', async (field, wrong) => {
    const answer = await postJson(emails.app, supportPath, { ...request, ...wrong })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ success: false, fields: { [field]: expect.any(String) } })
    expect(await emails.waiting()).toHaveLength(0)
  })

  test('from a bot gets the usual response and is dropped', async () => {
    const answer = await postJson(emails.app, supportPath, { ...request, website: 'https://spam.example' })
    expect(await answer.json()).toEqual({ success: true, error: null })
    expect(await emails.waiting()).toHaveLength(0)
    expect(receiver.mails).toHaveLength(0)
  })

  test('is accepted as a plain form, but not from another origin', async () => {
    const foreign = await postForm(emails.app, supportPath, request, 'https://elsewhere.example')
    expect(foreign.status).toBe(403)
    const answer = await postForm(emails.app, supportPath, newRequest())
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Vielen Dank für Ihre Nachricht!')
    await eventually(() => expect(receiver.mails).toHaveLength(2))
  })

  test('as a plain form with a fault keeps what was typed, in the design of the site', async () => {
    const typed = { ...newRequest(), email: 'keine Adresse', message: 'Erste Zeile\n<b>zweite</b>' }
    const answer = await postForm(emails.app, supportPath, typed)
    expect(answer.status).toBe(422)
    const page = await answer.text()
    expect(page).toContain(`value="${typed.name}"`)
    expect(page).toMatch(/aria-invalid="true" aria-describedby="email-fehler"/)
    expect(page).toContain('Erste Zeile\n&lt;b&gt;zweite&lt;/b&gt;</textarea')
    expect(page).toMatch(new RegExp(`<option value="${typed.anliegen}" selected`))
    expect(page).toMatch(/href="\/site\.css".*href="\/widerruf".*href="\/impressum"/s)
  })

  test('is limited to five a minute per client', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1)
      statuses.push((await postJson(emails.limitedApp, supportPath, { ...request, name: '' })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('of more than 64 KB gets a 413', async () => {
    const answer = await postJson(emails.app, supportPath, { ...request, more: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
  })
})

test('the OpenAPI document describes both forms', async () => {
  const document = (await (await emails.app.request('/api/openapi.json')).json()) as {
    paths: Record<string, unknown>
  }
  expect(JSON.stringify(document.paths[supportPath])).toContain('"anliegen"')
  expect(JSON.stringify(document.paths[withdrawalPath])).toContain('"orderNumber"')
})

test('without a mail server, the e-mails are written to files', async () => {
  const files = await openEmails()
  try {
    await postJson(files.app, supportPath, request)
    const written = async () => (await readdir(files.mail)).filter((name) => name.endsWith('.eml'))
    await eventually(async () => expect(await written()).toHaveLength(2))
    const found = (await written()).map((name) => path.join(files.mail, name))
    const sources = await Promise.all(found.map((file) => readFile(file, 'utf8')))
    const recipients = sources.map((source) => /^To: (.*)$/m.exec(source)?.[1])
    expect(new Set(recipients)).toEqual(new Set([supportAddress, request.email]))
    expect(
      textPart(
        sources.find((source) => source.includes(`To: ${request.email}`))!,
        'text/plain',
      ),
    ).toContain('Ihre Nachricht ist bei uns angekommen')
    for (const file of found) expect((await stat(file)).mode & 0o777).toBe(0o600)
    await eventually(async () => expect(await files.waiting()).toHaveLength(0))
  } finally {
    await files.close()
  }
})

test('an e-mail that the mail server rejects permanently is not retried until the operator does', async () => {
  receiver.state.permanent = true
  const sent = await openEmails({ smtpUrl: receiver.url })
  try {
    await postJson(sent.app, supportPath, request)
    const dead = async () => sent.service.store.outbox.list({ destination: 'mail', state: 'dead', limit: 9 })
    await eventually(async () => expect(await dead()).toHaveLength(2))
    const [{ id } = { id: 0 }] = await dead()
    expect((await sent.service.store.outbox.get(id))?.attempts).toMatchObject([{ status: 550 }])
    expect(sent.lines.join('')).toContain('e-mail is undeliverable')
    receiver.state.permanent = false
    sent.service.clock.advance(30 * 24 * 3600 * 1000)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(receiver.mails).toHaveLength(0)
    expect(await sent.service.store.outbox.retry({ id }, sent.service.clock.now())).toBe(1)
    await eventually(() => expect(receiver.mails).toHaveLength(1))
  } finally {
    receiver.state.permanent = false
    await sent.close()
  }
})

const sealedName = (id: string, attempts = 0) => `${'0'.repeat(15)}-${attempts}-${id}.sealed`

describe('files of an earlier version', () => {
  test('are sent from the outbox, each once even if a killed process left its file behind', async () => {
    const of = await openEmails({ smtpUrl: receiver.url })
    try {
      const id = randomUUID()
      const letter = { to: 'ada@example.org', subject: 'Eingang', text: 'Ihr Widerruf' }
      const cipher = createVaultCipher(of.service.piiKey)
      const put = () =>
        writeFile(
          path.join(of.outboxFolder, sealedName(id, 3)),
          cipher.seal(contentLocation(id), JSON.stringify({ letter, limited: true })),
        )
      await mkdir(of.outboxFolder, { recursive: true })
      await put()
      await of.restart()
      await eventually(() => expect(receiver.mails).toHaveLength(1))
      expect(receiver.mails[0]!.to).toEqual(['ada@example.org'])
      expect(await readdir(of.outboxFolder)).toEqual([])
      // Puts the file back, as if the process had been killed after storing the e-mail in the database and before
      // removing the file.
      await put()
      await of.restart()
      await eventually(async () => expect(await readdir(of.outboxFolder)).toEqual([]))
      expect(await of.waiting()).toEqual([])
      const rows = await of.service.store.outbox.list({ destination: 'mail', limit: 9 })
      expect(rows).toMatchObject([{ messageId: id, state: 'delivered', attempts: 4 }])
      expect(receiver.mails).toHaveLength(1)
    } finally {
      await of.close()
    }
  })

  test('with a declaration of withdrawal are recorded, and the e-mails about it are sent', async () => {
    const of = await openEmails({ smtpUrl: receiver.url })
    try {
      const id = randomUUID()
      const statement = { name: 'Ada', email: 'ada@example.org', orderNumber: '', details: '', website: '' }
      const content = JSON.stringify({ withdrawal: statement, receivedAt: noon })
      await mkdir(of.outboxFolder, { recursive: true })
      await writeFile(
        path.join(of.outboxFolder, sealedName(id)),
        createVaultCipher(of.service.piiKey).seal(contentLocation(id), content),
      )
      await of.restart()
      await eventually(() => expect(receiver.mails).toHaveLength(2))
      expect(receiver.mails.map(({ to }) => to.join()).toSorted()).toEqual([
        'ada@example.org',
        supportAddress,
      ])
    } finally {
      await of.close()
    }
  })

  test('that cannot be decrypted are set aside and logged once, and do not block other e-mails', async () => {
    const damaged = await openEmails()
    try {
      await mkdir(damaged.outboxFolder, { recursive: true })
      const id = randomUUID()
      await writeFile(path.join(damaged.outboxFolder, sealedName(id)), 'cut off')
      await damaged.restart()
      expect(await readdir(damaged.outboxFolder)).toEqual([`${id}.unreadable`])
      await damaged.restart()
      await postJson(damaged.app, supportPath, request)
      await eventually(async () => expect(await damaged.waiting()).toEqual([]))
      expect(damaged.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
      expect(damaged.lines.join('')).not.toContain('failed')
    } finally {
      await damaged.close()
    }
  })
})

async function putOld(place: string, name: string, age: number) {
  await writeFile(path.join(place, name), 'x')
  await utimes(path.join(place, name), (noon - age) / 1000, (noon - age) / 1000)
}

test('e-mail files expire after 30 days, but unsent e-mails of an earlier version do not', async () => {
  const day = 24 * 3600 * 1000
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-mail-'))
  const folders = mailFolders(folder)
  await mkdir(folders.outbox, { recursive: true })
  const sealed = sealedName(randomUUID(), 9)
  await putOld(folders.files, 'old.eml', 30 * day)
  await putOld(folders.files, 'half.eml.unfinished', 30 * day)
  await putOld(folders.files, 'young.eml', 30 * day - 1000)
  await putOld(folders.outbox, 'damaged.unreadable', 31 * day)
  await putOld(folders.outbox, sealed, 400 * day)
  expect(await expireFiles(folders, noon - 30 * day)).toBe(3)
  expect(await readdir(folders.files)).toEqual(['outbox', 'young.eml'])
  expect(await readdir(folders.outbox)).toEqual([sealed])
  await rm(folder, { recursive: true })
})

test('the service removes expired e-mail files', async () => {
  const files = await openEmails()
  try {
    await mkdir(files.outboxFolder, { recursive: true })
    const file = path.join(files.mail, 'old.eml')
    await writeFile(file, 'x')
    await utimes(file, 0, 0)
    await files.restart()
    await eventually(async () => expect(await readdir(files.mail)).toEqual(['outbox']))
    expect(files.lines.join('')).toContain('e-mail files whose retention period has ended were removed')
  } finally {
    await files.close()
  }
})

test('the age of files is measured by the clock of the machine, not that of the database', async () => {
  const files = await openEmails({ fileClock: Date.now })
  try {
    await mkdir(files.outboxFolder, { recursive: true })
    await writeFile(path.join(files.mail, 'young.eml'), 'x')
    await writeFile(path.join(files.mail, 'old.eml'), 'x')
    await utimes(path.join(files.mail, 'old.eml'), 0, 0)
    await writeFile(path.join(files.outboxFolder, sealedName(randomUUID())), 'x')
    files.service.clock.set(Date.now() + 400 * 24 * 3600 * 1000)
    await files.restart()
    await eventually(async () => {
      expect(await readdir(files.mail)).toEqual(['outbox', 'young.eml'])
      expect(await readdir(files.outboxFolder)).toEqual([expect.stringMatching(/\.unreadable$/)])
    })
    await files.restart()
    await eventually(() => expect(files.lines.join('')).toContain('were removed'))
    const [aside] = await readdir(files.outboxFolder)
    const { mtimeMs } = await stat(path.join(files.outboxFolder, aside!))
    expect(Math.abs(mtimeMs - Date.now())).toBeLessThan(60_000)
  } finally {
    await files.close()
  }
})

import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { supportPath, withdrawalPath } from '#domain/contact-contract.ts'
import { expireLetters } from '#service/mail/expire-letters.ts'
import { mailFolders } from '#service/mail/kept-letters.ts'
import { sealedName } from '#service/mail/sealed-names.ts'
import { noon } from '#tests/build-events.ts'
import { eventually } from '#tests/eventually.ts'
import { type Letters, openLetters, postForm, postJson, supportAddress } from './open-letters.ts'
import { bodyOf, startSmtpReceiver } from './smtp-receiver.ts'

const request = {
  name: 'Łucja Müller',
  email: 'lucja@example.org',
  anliegen: 'billing',
  message: 'Wo ist meine Rechnung?\n.\nDanke & Grüße',
}

let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let letters: Letters

beforeAll(async () => {
  receiver = await startSmtpReceiver()
  letters = await openLetters({ smtpUrl: receiver.url })
})
beforeEach(() => {
  receiver.mails.length = 0
  receiver.state.refuse = false
})
afterAll(async () => {
  await letters.close()
  await receiver.stop()
})

describe('a message to the support', () => {
  test('reaches the mail server with the visitor to reply to', async () => {
    const answer = await postJson(letters.app, supportPath, request)
    expect([answer.status, await answer.json()]).toEqual([200, { success: true, error: null }])
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    const [mail] = receiver.mails
    expect(mail!.to).toEqual([supportAddress])
    expect(mail!.source).toMatch(/^Reply-To: .*<lucja@example\.org>$/m)
    expect(bodyOf(mail!)).toContain(request.message)
    expect(bodyOf(mail!)).toContain('Anliegen: Rechnung und Zahlung')
    await eventually(async () => expect(await letters.waiting()).toBe(0))
  })

  test('waits encrypted while the mail server refuses it, and is sent once it takes it', async () => {
    receiver.state.refuse = true
    const answer = await postJson(letters.app, supportPath, request)
    expect(answer.status).toBe(200)
    await eventually(() => expect(letters.lines.join('')).toContain('a letter could not be sent'))
    expect(receiver.mails).toHaveLength(0)
    const [file] = await readdir(letters.outboxFolder)
    const sealed = await readFile(path.join(letters.outboxFolder, file!), 'latin1')
    expect(sealed).not.toContain('lucja')
    receiver.state.refuse = false
    letters.service.clock.advance(6000)
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    await eventually(async () => expect(await letters.waiting()).toBe(0))
    expect(letters.lines.join('')).not.toMatch(/lucja|Müller|hilfe@|Rechnung/)
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
  ])('is refused for a wrong %s: %o', async (field, wrong) => {
    const answer = await postJson(letters.app, supportPath, { ...request, ...wrong })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ success: false, fields: { [field]: expect.any(String) } })
    expect(await letters.waiting()).toBe(0)
  })

  test('that a program wrote is answered alike and goes nowhere', async () => {
    const answer = await postJson(letters.app, supportPath, { ...request, website: 'https://spam.example' })
    expect(await answer.json()).toEqual({ success: true, error: null })
    expect(await letters.waiting()).toBe(0)
    expect(receiver.mails).toHaveLength(0)
  })

  test('can come as a plain form of this site, and of no other', async () => {
    const foreign = await postForm(letters.app, supportPath, request, 'https://elsewhere.example')
    expect(foreign.status).toBe(403)
    const answer = await postForm(letters.app, supportPath, request)
    expect(answer.status).toBe(200)
    expect(await answer.text()).toContain('Vielen Dank für Ihre Nachricht!')
    await eventually(() => expect(receiver.mails).toHaveLength(1))
  })

  test('is taken five times a minute from one client', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 6; i += 1)
      statuses.push((await postJson(letters.limitedApp, supportPath, { ...request, name: '' })).status)
    expect(statuses).toEqual([422, 422, 422, 422, 422, 429])
  })

  test('of more than 64 KB is not read', async () => {
    const answer = await postJson(letters.app, supportPath, { ...request, more: 'x'.repeat(70_000) })
    expect(answer.status).toBe(413)
  })
})

test('the document of the API describes what can be sent', async () => {
  const document = (await (await letters.app.request('/api/openapi.json')).json()) as {
    paths: Record<string, unknown>
  }
  expect(JSON.stringify(document.paths[supportPath])).toContain('"anliegen"')
  expect(JSON.stringify(document.paths[withdrawalPath])).toContain('"orderNumber"')
})

test('without a mail server a letter becomes a file', async () => {
  const files = await openLetters()
  try {
    await postJson(files.app, supportPath, request)
    const written = async () => (await readdir(files.mail)).filter((name) => name.endsWith('.eml'))
    await eventually(async () => expect(await written()).toHaveLength(1))
    const source = await readFile(path.join(files.mail, (await written())[0]!), 'utf8')
    expect(source).toContain(`To: ${supportAddress}`)
    expect((await stat(path.join(files.mail, (await written())[0]!))).mode & 0o777).toBe(0o600)
    await eventually(async () => expect(await files.waiting()).toBe(0))
  } finally {
    await files.close()
  }
})

test('a letter that cannot be read is set aside and told of once, and holds up no other', async () => {
  const damaged = await openLetters()
  try {
    // Due before everything else.
    await mkdir(damaged.outboxFolder, { recursive: true })
    const id = randomUUID()
    await writeFile(path.join(damaged.outboxFolder, `${'0'.repeat(15)}-0-${id}.sealed`), 'cut off')
    await postJson(damaged.app, supportPath, request)
    await eventually(async () => expect(await readdir(damaged.outboxFolder)).toEqual([`${id}.unreadable`]))
    expect((await readdir(damaged.mail)).filter((name) => name.endsWith('.eml'))).toHaveLength(1)
    await postJson(damaged.app, supportPath, request)
    await eventually(async () => expect(await damaged.waiting()).toBe(1))
    expect(damaged.lines.filter((line) => line.includes('set aside'))).toHaveLength(1)
    expect(damaged.lines.join('')).not.toContain('failed')
  } finally {
    await damaged.close()
  }
})

async function putOld(place: string, name: string, age: number) {
  await writeFile(path.join(place, name), 'x')
  await utimes(path.join(place, name), (noon - age) / 1000, (noon - age) / 1000)
}

test('letters in files go after 30 days, and what is still to be sent never', async () => {
  const day = 24 * 3600 * 1000
  const folder = await mkdtemp(path.join(tmpdir(), 'formlotse-mail-'))
  const folders = mailFolders(folder)
  await mkdir(folders.outbox, { recursive: true })
  const sealed = sealedName({ dueAt: noon, attempts: 9, id: randomUUID() })
  await putOld(folders.files, 'old.eml', 30 * day)
  await putOld(folders.files, 'half.eml.unfinished', 30 * day)
  await putOld(folders.files, 'young.eml', 30 * day - 1000)
  await putOld(folders.outbox, 'damaged.unreadable', 31 * day)
  await putOld(folders.outbox, sealed, 400 * day)
  expect(await expireLetters(folders, noon - 30 * day)).toBe(3)
  expect(await readdir(folders.files)).toEqual(['outbox', 'young.eml'])
  expect(await readdir(folders.outbox)).toEqual([sealed])
  await rm(folder, { recursive: true })
})

test('the service removes such files by itself', async () => {
  const files = await openLetters()
  try {
    await mkdir(files.outboxFolder, { recursive: true })
    const file = path.join(files.mail, 'old.eml')
    await writeFile(file, 'x')
    await utimes(file, 0, 0)
    await files.restart()
    await eventually(async () => expect(await readdir(files.mail)).toEqual(['outbox']))
    expect(files.lines.join('')).toContain('letters that have been kept for long enough were removed')
  } finally {
    await files.close()
  }
})

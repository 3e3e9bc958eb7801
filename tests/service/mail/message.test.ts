import { randomBytes } from 'node:crypto'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { attachmentNames } from '#service/emails/attachment-names.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { createMailer, type Mail } from '#service/outbox/destinations/mail/mailer.ts'
import { everyEmail, frame } from '#tests/service/emails/every-email.ts'
import { partsOf, textPart } from './read-mime.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

const from = 'Formlotse <hilfe@formlotse.example>'
const compose = createComposer(frame)
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let folder: string
beforeAll(async () => {
  receiver = await startSmtpReceiver()
  folder = await mkdtemp(path.join(tmpdir(), 'mail-'))
})
beforeEach(() => void (receiver.mails.length = 0))
afterAll(async () => {
  await receiver.stop()
  await rm(folder, { recursive: true })
})

const pdf = (filename: string) => ({
  filename,
  contentType: 'application/pdf',
  content: new Uint8Array(randomBytes(50_000)),
})
const attachments = [
  pdf(attachmentNames.application('FL-2026-004711')),
  pdf(attachmentNames.invoice('RE-2026-000815')),
]
const paid = (): Mail => ({ id: 'mail-1', ...compose('ada@example.org', everyEmail()['paid']!), attachments })

/** Sends an e-mail by SMTP and returns its source. */
async function bySmtp(mail: Mail): Promise<{ source: string; to: string[] }> {
  await createMailer({ smtpUrl: receiver.url, from, folder }).send(mail)
  return receiver.mails.at(-1)!
}

/** Writes an e-mail to a file and returns its source. */
async function byFile(mail: Mail): Promise<string> {
  await createMailer({ smtpUrl: undefined, from, folder }).send(mail)
  const file = path.join(folder, `${mail.id}.eml`)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  return readFile(file, 'utf8')
}

const headOf = (source: string) => source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
const headerNames = (source: string) => [...headOf(source).matchAll(/^([\w-]+):/gm)].map(([, name]) => name)

test('plain text, HTML and attachments arrive unchanged, by SMTP and in the file', async () => {
  const mail = paid()
  for (const source of [(await bySmtp(mail)).source, await byFile(mail)]) {
    expect(textPart(source, 'text/plain').trimEnd()).toBe(mail.text.trimEnd())
    expect(textPart(source, 'text/html').trimEnd()).toBe(mail.html!.trimEnd())
    const files = partsOf(source).filter(({ filename }) => filename !== undefined)
    expect(files.map(({ filename, type }) => [filename, type])).toEqual([
      ['Antrag-FL-2026-004711.pdf', 'application/pdf'],
      ['Rechnung-RE-2026-000815.pdf', 'application/pdf'],
    ])
    for (const [index, { bytes }] of files.entries())
      expect(bytes.equals(attachments[index]!.content)).toBe(true)
  }
})

test('an attachment that is part of a larger buffer is sent without the rest', async () => {
  const larger = new Uint8Array(randomBytes(3000))
  const content = larger.subarray(1000, 2000)
  const { source } = await bySmtp({ ...paid(), attachments: [{ ...attachments[0]!, content }] })
  expect(partsOf(source).at(-1)!.bytes.equals(content)).toBe(true)
})

test('programs offer the HTML as the better of two alternatives', async () => {
  const { source } = await bySmtp({ ...paid(), attachments: [] })
  expect(headOf(source)).toMatch(/^Content-Type: multipart\/alternative/im)
  expect(partsOf(source).map(({ type }) => type)).toEqual(['text/plain', 'text/html'])
})

test('an e-mail that an earlier version composed is sent as plain text', async () => {
  const { source } = await bySmtp({ id: 'mail-2', to: 'ada@example.org', subject: 'Hallo', text: 'Grüße' })
  expect(headOf(source)).toMatch(/^Content-Type: text\/plain/im)
  expect(textPart(source, 'text/plain').trimEnd()).toBe('Grüße')
})

test('no value can add a header, a recipient or a part', async () => {
  const breakOut = 'x\r\nBcc: eve@evil.example\r\n\r\n--boundary'
  const mail = paid()
  const usual = headerNames(
    (await bySmtp({ ...mail, replyTo: { name: 'Eva', address: 'eva@example.org' } })).source,
  )
  const { source, to } = await bySmtp({
    ...mail,
    subject: breakOut,
    replyTo: { name: `Eva" <eve@evil.example>, ${breakOut}`, address: 'eva@example.org' },
    attachments: [{ ...attachments[0]!, filename: `a"; x="${breakOut}.pdf` }],
  })
  expect(headerNames(source)).toEqual(usual)
  expect(to).toEqual(['ada@example.org'])
  expect(source).not.toMatch(/^Bcc:|=0[DA]|%0[DA]/im)
  expect(partsOf(source).map(({ type }) => type)).toEqual(['text/plain', 'text/html', 'application/pdf'])
})

test('a manipulated address gets no e-mail to anybody else', async () => {
  for (const to of [
    'ada@example.org, eve@evil.example',
    'ada@example.org\r\nBcc: eve@evil.example',
    'eve@evil.example>,<ada@example.org',
  ]) {
    await bySmtp({ ...paid(), to }).catch(() => undefined)
    for (const mail of receiver.mails) expect(mail.to).not.toContain('eve@evil.example')
    for (const mail of receiver.mails) expect(mail.source).not.toMatch(/^Bcc:/im)
  }
})

test('an e-mail to unsubscribe from has the headers of RFC 8058, by https only', async () => {
  const token = 'A1b2C3d4'.repeat(5)
  const unsubscribeUrl = `https://www.formlotse.example/wochenbericht/abmelden?t=${token}`
  const bulk = { ...paid(), unsubscribeUrl }
  for (const source of [(await bySmtp(bulk)).source, await byFile(bulk)]) {
    expect(headOf(source)).toContain(`\nList-Unsubscribe: <${unsubscribeUrl}>\n`)
    expect(headOf(source)).toContain('\nList-Unsubscribe-Post: List-Unsubscribe=One-Click\n')
  }
  const local = { ...bulk, unsubscribeUrl: unsubscribeUrl.replace('https:', 'http:') }
  expect(headerNames((await bySmtp(local)).source)).toContain('List-Unsubscribe')
  expect(headerNames((await bySmtp(local)).source)).not.toContain('List-Unsubscribe-Post')
  expect(headerNames((await bySmtp(paid())).source)).not.toContain('List-Unsubscribe')
})

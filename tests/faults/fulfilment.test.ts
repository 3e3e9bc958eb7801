// @module-tag slow
import { execFileSync } from 'node:child_process'
import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { IngestResponse } from '#domain/events/wire-events.ts'
import { webRoot } from '#service/app-settings.ts'
import { anmeldungForm, envelope, wireEvent } from '#tests/build-events.ts'
import { currentForm } from '#tests/faults/support/current-form.ts'
import { eventually } from '#tests/eventually.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { type StartedService, serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { testPaymentSecret } from '#tests/service/harness.ts'
import { runCommand } from '#tests/service/commands/run-command.ts'
import { partsOf } from '#tests/service/mail/read-mime.ts'
import { type ReceivedMail, bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { callback } from '#tests/service/orders/ordered-run.ts'

// Orders from the button to the post, in the real service with its child process that typesets documents.

const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
let env: Record<string, string>
let service: StartedService
// The confirmation contains the texts of the built site.
beforeAll(() => {
  if (existsSync(path.join(webRoot, 'pages/agb.html'))) return
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', 'web'], { stdio: 'ignore' })
}, 300_000)
beforeEach(async () => {
  temporary = temporaryFolder()
  receiver = await startSmtpReceiver()
  env = {
    ...secrets,
    DATA_DIR: path.join(temporary.folder, 'data'),
    SMTP_URL: receiver.url,
    SUPPORT_EMAIL: 'hilfe@formlotse.test',
    SUBMIT_AFTER: '1s',
    PAYMENT_WEBHOOK_SECRET: testPaymentSecret,
  }
  service = await services.start(env)
})
afterEach(async () => {
  if (process.env['SHOW'])
    console.log(
      service.logged().filter(({ level }) => level > 20),
      service.errors(),
    )
  await services.killAll()
  await receiver.stop()
  temporary.remove()
})

const within = 40_000
const customer = anmeldungForm.email

async function order() {
  const runId = randomUUID()
  const secret = randomBytes(32).toString('base64url')
  const secretHash = createHash('sha256').update(secret).digest('hex')
  const now = new Date().toISOString()
  const start = wireEvent('start', { runId, data: { secretHash, entry: '/' }, occurredAt: now })
  const complete = wireEvent('complete', { runId, occurredAt: now, form: currentForm() })
  const answer = await fetch(`${service.url}/api/events`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(envelope([start, complete], { sentAt: now })),
  })
  const { results } = (await answer.json()) as IngestResponse
  const [, result] = results
  if (result?.status !== 'stored' || !result.order) throw new Error(JSON.stringify(results))
  const { id, number } = result.order
  return {
    id,
    number,
    secret,
    pay: () => report({ orderId: id, status: 'paid' }),
    command: (...args: string[]) => runCommand('orders', [args[0]!, number, ...args.slice(1)], env),
    letter: path.join(env['DATA_DIR']!, 'post', `${number}.pdf`),
    status: async () =>
      ((await (await fetch(`${service.url}/api/orders/${id}`)).json()) as { status: string }).status,
  }
}

const report = (body: object) =>
  fetch(`${service.url}/api/payments/webhook`, callback(body, { now: Date.now() }))

/** Returns the e-mails to the customer whose subject contains the text. */
function mails(subject: string): ReceivedMail[] {
  return receiver.mails.filter((mail) => mail.to.includes(customer) && subjectOf(mail).includes(subject))
}

const subjectOf = ({ source }: ReceivedMail): string => {
  const head = source.slice(0, source.indexOf('\n\n')).replaceAll(/\n[ \t]+/g, ' ')
  const encoded = /^Subject: (.*)$/m.exec(head)?.[1] ?? ''
  return encoded
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString()
        : Buffer.from(
            text
              .replaceAll('_', ' ')
              .replaceAll(/=([0-9A-F]{2})/g, (__, hex: string) =>
                String.fromCharCode(Number.parseInt(hex, 16)),
              ),
            'latin1',
          ).toString(),
    )
}

const attachmentsOf = ({ source }: ReceivedMail) =>
  partsOf(source).filter(({ filename }) => filename !== undefined)

async function one(subject: string): Promise<ReceivedMail> {
  await eventually(() => expect(mails(subject)).toHaveLength(1), within)
  return mails(subject)[0]!
}

async function expectPdf(mail: ReceivedMail, names: string[]) {
  const files = attachmentsOf(mail)
  expect(files.map(({ filename }) => filename)).toEqual(names)
  for (const { type, bytes } of files) {
    expect(type).toBe('application/pdf')
    expect(bytes.subarray(0, 5).toString()).toBe('%PDF-')
    expect(bytes.length).toBeGreaterThan(5000)
  }
}

describe('an order', { timeout: 120_000 }, () => {
  test('is confirmed, paid, handed over, posted and confirmed, with one e-mail of each', async () => {
    const { id, number, pay, command, letter, status } = await order()
    const confirmation = await one('Auftragsbestätigung')
    await expectPdf(confirmation, [`Auftragsbestaetigung-${number}.pdf`])
    expect(bodyOf(confirmation)).toMatch(/\/auftrag#\S{40,}/)

    expect((await pay()).status).toBe(200)
    const paid = await one('Ihr Antrag und Ihre Rechnung')
    const invoice = /RE-\d{4}-\d{5}/.exec(bodyOf(paid))?.[0]
    await expectPdf(paid, [`Antrag-${number}.pdf`, `Rechnung-${invoice}.pdf`])

    await eventually(() => expect(existsSync(letter)).toBe(true), within)
    expect(statSync(letter).mode & 0o777).toBe(0o600)
    const manifest = path.join(path.dirname(letter), 'manifest.json')
    const { letters } = JSON.parse(readFileSync(manifest, 'utf8')) as { letters: object[] }
    const sha256 = createHash('sha256').update(readFileSync(letter)).digest('hex')
    expect(letters).toMatchObject([{ letterId: id, orderNumber: number, file: `${number}.pdf`, sha256 }])
    await eventually(async () => expect(await status()).toBe('submitted'), within)

    const printed = path.join(temporary.folder, 'letter.pdf')
    expect((await command('print', '--to', printed)).code).toBe(0)
    expect(readFileSync(printed).equals(readFileSync(letter))).toBe(true)

    const sent = await command('sent')
    expect(sent.output).toContain(`Order ${number} is sent.`)
    const transmission = await one('Versandbestätigung')
    expect(bodyOf(transmission)).toContain('50656 Köln')
    await eventually(() => expect(existsSync(letter)).toBe(false), within)
    expect((await command('sent')).code).toBe(1)
    expect(receiver.mails.filter(({ to }) => to.includes(customer))).toHaveLength(3)
  })

  test('whose letter fails is refunded with a cancellation invoice', async () => {
    const { number, pay, command, letter, status } = await order()
    await pay()
    await eventually(() => expect(existsSync(letter)).toBe(true), within)
    await eventually(async () => expect(await status()).toBe('submitted'), within)
    expect((await command('failed', '--reason', 'undeliverable')).output).toContain('Refund payment pay_1')
    expect(bodyOf(await one('Antrag nicht zugestellt'))).toContain('49,99')
    await eventually(() => expect(existsSync(letter)).toBe(false), within)

    expect((await command('refunded')).code).toBe(0)
    const refund = await one('Erstattung zu Auftrag')
    const cancellation = /ST-\d{4}-\d{5}/.exec(bodyOf(refund))?.[0]
    await expectPdf(refund, [`Stornorechnung-${cancellation}.pdf`])
    expect(bodyOf(refund)).toMatch(/RE-\d{4}-00001/)
    expect(await status()).toBe('refunded')
    expect((await command('show')).output).toContain(number)
  })

  test('that is withdrawn before its letter is posted gets its letter back from the folder', async () => {
    const { pay, command, letter, status } = await order()
    await pay()
    await eventually(async () => expect(await status()).toBe('submitted'), within)
    expect((await command('withdraw')).output).toContain('Refund payment pay_1')
    await eventually(() => expect(existsSync(letter)).toBe(false), within)
    await one('ist widerrufen')
    expect(readdirSync(path.dirname(letter))).toEqual(['manifest.json'])
    expect((await command('refunded')).code).toBe(0)
    await one('Erstattung zu Auftrag')
  })

  test('that is withdrawn after its letter was posted is decided by an operator', async () => {
    const { number, pay, command, status } = await order()
    await pay()
    await eventually(async () => expect(await status()).toBe('submitted'), within)
    await command('sent')
    await one('Versandbestätigung')
    const declared = await fetch(`${service.url}/api/withdrawals`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Łucja Müller-Lüdenscheidt',
        email: customer,
        orderNumber: number,
        details: '',
        website: '',
      }),
    })
    expect(declared.status).toBe(200)
    await eventually(async () => expect(await status()).toBe('withdrawal_declared'), within)
    const declined = await command('decline', '--reason', 'performed')
    expect(declined.output).toContain('has its withdrawal declined, and is sent.')
    expect(bodyOf(await one('ist nicht wirksam'))).toContain('§ 356 Abs. 4 BGB')
  })
})

describe('the e-mails of an order', { timeout: 120_000 }, () => {
  test('are sent once each, even if the process is killed again and again', async () => {
    const { pay } = await order()
    await pay()
    for (const delay of [50, 300, 700, 1500]) {
      await new Promise((resolve) => setTimeout(resolve, delay))
      await service.end('SIGKILL')
      service = await services.start(env)
    }
    await one('Auftragsbestätigung')
    await one('Ihr Antrag und Ihre Rechnung')
    const sources = mails('').map(({ source }) => source)
    expect(new Set(sources.map((source) => /^Message-ID: (.*)$/m.exec(source)?.[1])).size).toBe(2)
  })

  test('that are refused can be sent again to a corrected address', async () => {
    receiver.state.permanent = true
    const { number, command } = await order()
    const dead = async () => (await command('show')).output
    await eventually(async () => expect(await dead()).toContain('about prepared: dead'), within)
    receiver.state.permanent = false
    const again = await command('resend', '--to', 'neu@example.org')
    expect(again.output).toContain('about prepared')
    const received = () => receiver.mails.filter(({ to }) => to.includes('neu@example.org'))
    await eventually(() => expect(received()).toHaveLength(1), within)
    expect(mails('')).toEqual([])
    const [mail] = received()
    await expectPdf(mail!, [`Auftragsbestaetigung-${number}.pdf`])
    expect(await dead()).not.toContain('dead')
  })
})

import { tmpdir } from 'node:os'
import { expect, onTestFinished, test } from 'vitest'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { startSmtpReceiver } from './smtp-receiver.ts'

async function send(requireTls: boolean) {
  const receiver = await startSmtpReceiver()
  onTestFinished(() => receiver.stop())
  const mailer = createMailer({ smtpUrl: receiver.url, requireTls, from: 'a@example.de', folder: tmpdir() })
  const mail = { id: 'mail-1', to: 'b@example.de', subject: 'Hallo', text: 'Eva' }
  const error = await mailer.send(mail).then(
    () => undefined,
    (thrown: Error) => thrown.message,
  )
  return { error, received: receiver.mails.length }
}

test('a server without STARTTLS gets no e-mail if it is required', async () => {
  expect(await send(true)).toEqual({ error: expect.stringMatching(/STARTTLS|TLS/), received: 0 })
})

test('a server without STARTTLS gets the e-mail if it is not required', async () => {
  expect(await send(false)).toEqual({ error: undefined, received: 1 })
})

import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { supportPath } from '#domain/site/contact-contract.ts'
import { secrets } from '#tests/faults/support/secrets.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { eventually } from '#tests/eventually.ts'
import { bodyOf, startSmtpReceiver } from './smtp-receiver.ts'

const services = serviceProcesses()
let temporary: ReturnType<typeof temporaryFolder>
let receiver: Awaited<ReturnType<typeof startSmtpReceiver>>
beforeEach(async () => {
  temporary = temporaryFolder()
  receiver = await startSmtpReceiver()
})
afterEach(async () => {
  await services.killAll()
  await receiver.stop()
  temporary.remove()
})

test(
  'e-mails are sent after a restart if the process was killed while sending them',
  { timeout: 60_000 },
  async () => {
    const DATA_DIR = path.join(temporary.folder, 'data')
    const env = { ...secrets, DATA_DIR, SMTP_URL: receiver.url, SUPPORT_EMAIL: 'hilfe@formlotse.test' }
    receiver.state.silent = true
    const first = await services.start(env)
    const answer = await fetch(`${first.url}${supportPath}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        name: 'Ada',
        email: 'ada@example.org',
        anliegen: 'billing',
        message: 'Wo ist sie?',
      }),
    })
    expect(answer.status).toBe(200)
    // On a working day after 08:00, the operators are notified as well.
    await eventually(() => expect(receiver.state.heard).toBeGreaterThanOrEqual(2))
    await first.end('SIGKILL')

    receiver.state.silent = false
    await services.start(env)
    const sentTo = (address: string, text: string) =>
      receiver.mails.filter((mail) => mail.to.includes(address) && bodyOf(mail).includes(text))
    await eventually(() => {
      expect(sentTo('hilfe@formlotse.test', 'Wo ist sie?')).toHaveLength(1)
      expect(sentTo('ada@example.org', 'Ihre Nachricht ist bei uns angekommen')).toHaveLength(1)
    })
  },
)

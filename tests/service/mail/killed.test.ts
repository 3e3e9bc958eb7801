import { readdirSync, renameSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { supportPath } from '#domain/contact-contract.ts'
import { mailFolders } from '#service/mail/kept-letters.ts'
import { readSealedName, sealedName } from '#service/mail/sealed-names.ts'
import { secrets } from '#tests/faults/secrets.ts'
import { keptServices } from '#tests/faults/service-process.ts'
import { temporaryFolder } from '#tests/faults/temporary-folder.ts'
import { eventually } from '#tests/eventually.ts'
import { bodyOf, startSmtpReceiver } from './smtp-receiver.ts'

const services = keptServices()
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
  'a letter is sent also when the process is killed in the middle of sending it',
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
    await eventually(() => expect(receiver.state.heard).toBe(1))
    await first.end('SIGKILL')

    // Five minutes pass.
    const { outbox } = mailFolders(DATA_DIR)
    const names = readdirSync(outbox)
    expect(names).toHaveLength(1)
    const { id, attempts, dueAt } = readSealedName(names[0]!)!
    expect(dueAt).toBeGreaterThan(Date.now())
    renameSync(
      path.join(outbox, names[0]!),
      path.join(outbox, sealedName({ id, attempts, dueAt: Date.now() })),
    )

    receiver.state.silent = false
    await services.start(env)
    await eventually(() => expect(receiver.mails).toHaveLength(1))
    expect(bodyOf(receiver.mails[0]!)).toContain('Wo ist sie?')
    await eventually(() => expect(readdirSync(outbox)).toEqual([]))
  },
)

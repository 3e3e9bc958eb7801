// @module-tag slow
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { slowEngines } from '#tests/faults/support/engines.ts'
import { readWholeLog } from '#tests/faults/support/guarantees.ts'
import { chosenSeed, seededRandom } from '#tests/faults/support/seeded-random.ts'
import { serviceProcesses } from '#tests/faults/support/service-process.ts'
import { temporaryFolder } from '#tests/faults/support/temporary-folder.ts'
import { eventually } from '#tests/eventually.ts'
import { bodyOf, startSmtpReceiver } from '#tests/service/mail/smtp-receiver.ts'
import { openReceiver } from '#tests/service/outbox/receiver.ts'

// A stopped receiver is a fault that needs no history: it is found at the next start of the service.

const services = serviceProcesses()
let mail: Awaited<ReturnType<typeof startSmtpReceiver>>
let hook: Awaited<ReturnType<typeof openReceiver>>
beforeEach(async () => {
  mail = await startSmtpReceiver()
  hook = await openReceiver()
})
afterEach(async () => {
  await services.killAll()
  await mail.stop()
  await hook.close()
})

const kills = 3
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`
const messageIdOf = ({ source }: { source: string }) => /^Message-ID: (.+)$/im.exec(source)![1]!

describe.each(slowEngines)(
  'a service on $name that is killed while it evaluates',
  { timeout: 300_000 },
  (engine) => {
    test('records an alert once, and announces its opening and its end once', async () => {
      const random = seededRandom(chosenSeed())
      const { folder, remove } = temporaryFolder()
      const database = await engine.create(folder)
      const env = {
        ...database.env,
        SMTP_URL: mail.url,
        SUPPORT_EMAIL: 'hilfe@formlotse.test',
        ALERTS_TO: 'ada@formlotse.test, ben@formlotse.test',
        ALERT_WEBHOOK_URL: hook.url,
        ALERT_WEBHOOK_SECRET: secret,
        WEBHOOK_RETRY_SCHEDULE: '0s,200ms,200ms,200ms',
      }
      const first = await services.start(env)
      await first.end('SIGTERM')
      const store = await database.open()
      await store.outbox.stop('webhook', 'gone', Date.now())
      // The receiver of alerts fails at first; the message is repeated with the same id.
      hook.react(500, 503)

      /** Kills the service at random moments of its start, until it has sent everything. */
      const start = async () => {
        for (let killed = 0; killed < kills; killed += 1) {
          const service = services.spawn(env)
          await service.announced()
          await sleep(random() * 400)
          await service.end('SIGKILL')
        }
        return services.start(env)
      }
      const about = (text: string) =>
        mail.mails.filter((one) => one.source.includes('ada@') && bodyOf(one).includes(text))
      const hooks = (type: string) =>
        hook.received.filter(({ body }) => (JSON.parse(body) as { type: string }).type === type)

      const opened = await start()
      await eventually(() => {
        expect(about('Empfänger').length).toBeGreaterThan(0)
        expect(hooks('alert.opened').length).toBeGreaterThan(2)
      }, 60_000)
      await opened.end('SIGTERM')
      await store.outbox.resume('webhook')
      const closed = await start()
      // The end is recorded as an event first, and found by the next evaluation.
      await eventually(async () => {
        expect(await store.operations.read({ types: ['receiver_resumed'], limit: 9 })).toHaveLength(1)
      }, 60_000)
      await closed.end('SIGTERM')
      const last = await services.start(env)
      // A message that was in flight when the process was killed is attempted again when its lease has expired. Whatever is
      // sent again has the same id.
      const idsOfMails = () => new Set(mail.mails.map((one) => `${messageIdOf(one)} ${one.to.join()}`))
      await eventually(() => {
        expect(about('wieder wie sonst').length).toBeGreaterThan(0)
        expect(hooks('alert.closed').length).toBeGreaterThan(0)
        expect(idsOfMails().size).toBe(4)
      }, 90_000)
      expect(await last.end('SIGTERM')).toEqual({ code: 0, signal: null })

      await readWholeLog(store)
      const events = await store.operations.read({ types: ['alert_opened', 'alert_closed'], limit: 99 })
      expect(events.map(({ type }) => type)).toEqual(['alert_opened', 'alert_closed'])
      // Whatever was sent again after a kill has the same id.
      expect(new Set(mail.mails.map((one) => `${messageIdOf(one)} ${one.to.join()}`)).size).toBe(4)
      expect(new Set(hook.received.map(({ headers }) => headers['webhook-id'])).size).toBe(2)
      for (const { headers, body } of hook.received)
        expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toMatchObject({
          data: { id: String(events[0]!.position), alert: { kind: 'receiver_stopped' } },
        })
      await store.close()
      remove()
    })
  },
)

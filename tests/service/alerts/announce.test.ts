import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { Webhook } from 'standardwebhooks'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { hourMs, isoTime } from '#domain/time/durations.ts'
import { type AlertMessage, createAlertWebhook } from '#service/alerts/alert-webhook.ts'
import { announceAlerts } from '#service/alerts/announce.ts'
import { startWatchLoop } from '#service/alerts/watch-loop.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import { recordInterruptions } from '#service/operations/recorder.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createDispatcher } from '#service/outbox/dispatcher.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { fault } from '#tests/domain/reports/inbox/build-alerts.ts'
import { eventually } from '#tests/eventually.ts'
import { type TestService, openTestService } from '#tests/service/harness.ts'
import { type Receiver, openReceiver } from '#tests/service/outbox/receiver.ts'

const secret = `whsec_${Buffer.alloc(32, 3).toString('base64')}`
const recipients = ['ada@example.org', 'ben@example.org']

let service: TestService
let receiver: Receiver
let closing: (() => Promise<unknown>)[]
beforeEach(async () => {
  // The library that verifies signatures refuses those older than 5 minutes.
  service = await openTestService({ now: Date.now() })
  receiver = await openReceiver()
  closing = [() => service.close(), () => receiver.close()]
})
afterEach(async () => {
  for (const close of closing.toReversed()) await close()
})

function sealedOutbox<Content>(destination: 'mail' | 'alerts') {
  const { store, piiKey, clock } = service
  const cipher = createVaultCipher(piiKey)
  return createSealedOutbox<Content>({ store, cipher, now: clock.now, newId: randomUUID, destination })
}

/** Records that faults of this many fields were found at the same time. */
async function record(first: number, count: number): Promise<void> {
  const { store, clock } = service
  const events = Array.from({ length: count }, (_, index) => {
    const { rejectedFields: _none, ...alert } = fault(3, null, { field: `feld${first + index}` })
    return {
      type: 'alert_opened' as const,
      once: `alert_opened:${alert.id}:0`,
      day: alert.day,
      data: { alert, examinedUntil: isoTime(clock.now() - hourMs) },
    }
  })
  await store.operations.appendAll(events, clock.now())
}

/** Announces as an evaluation of the watch does. */
function announce(): Promise<void> {
  const { store, clock } = service
  return announceAlerts({
    store,
    recipients,
    emails: sealedOutbox<EmailContent>('mail'),
    compose: createComposer({
      provider: providerText(defaultSiteSettings.provider),
      publicUrl: 'https://www.formlotse.example',
    }),
    inboxUrl: 'https://www.formlotse.example/berichte/auffaelligkeiten',
    webhook: sealedOutbox<AlertMessage>('alerts'),
    onMessages: () => undefined,
    now: clock.now,
  })
}

/** Returns recipient and subject of each enqueued e-mail. */
async function mails(): Promise<string[]> {
  const emails = sealedOutbox<EmailContent>('mail')
  const rows = await service.store.outbox.contents('mail', 0, 99)
  return rows.map((row) => {
    const content = emails.open(row)
    if (!content || !('email' in content)) throw new Error('an e-mail cannot be read')
    return `${content.email.to}: ${content.email.subject}`
  })
}

describe('alerts that were found together', () => {
  test('are sent one by one if there are up to three', async () => {
    await record(0, 3)
    await announce()
    const sent = await mails()
    expect(sent).toHaveLength(3 * recipients.length)
    expect(new Set(sent).size).toBe(3 * recipients.length)
    expect(sent.every((one) => one.includes(': Auffälligkeit: '))).toBe(true)
  })

  test('are sent in one e-mail if there are more, and each once by webhook', async () => {
    await record(0, 4)
    await announce()
    expect(await mails()).toEqual(recipients.map((to) => `${to}: 4 Auffälligkeiten`))
    expect(await service.store.outbox.contents('alerts', 0, 99)).toHaveLength(4)
  })

  test('are not sent again by later evaluations, which send only what is new', async () => {
    await record(0, 4)
    await announce()
    service.clock.advance(hourMs)
    await record(4, 1)
    await announce()
    await announce()
    const sent = await mails()
    expect(sent).toHaveLength(2 * recipients.length)
    expect(sent.filter((one) => one.endsWith(': 4 Auffälligkeiten'))).toHaveLength(recipients.length)
    expect(await service.store.outbox.contents('alerts', 0, 99)).toHaveLength(5)
  })
})

test('a webhook that answers 410 gets nothing until it is resumed, and then everything', async () => {
  const { store, clock } = service
  const webhook = createAlertWebhook({
    url: receiver.url,
    secrets: [secret],
    schedule: [0],
    content: sealedOutbox<AlertMessage>('alerts'),
    now: clock.now,
  })
  receiver.react(410)
  await record(0, 2)
  await announce()
  const dispatcher = createDispatcher({
    store,
    destinations: [webhook],
    now: clock.now,
    random: () => 0.5,
    log: pino({ level: 'silent' }),
    pollMs: 10,
  })
  closing.push(() => dispatcher.stop(0))
  await eventually(async () => expect(await store.outbox.stopped('alerts')).toMatchObject({ code: 'gone' }))
  dispatcher.wake()
  expect(receiver.received).toHaveLength(1)
  await store.outbox.resume('alerts')
  dispatcher.wake()
  await eventually(() => expect(receiver.received).toHaveLength(3))
  const [refused, ...delivered] = receiver.received.map(({ headers, body }) => {
    new Webhook(secret).verify(body, headers as Record<string, string>)
    return headers['webhook-id']
  })
  expect(delivered).toContain(refused)
  expect(new Set(delivered).size).toBe(2)
})

test('a receiver that stops is an alert without waiting for the next hour, and so is its return', async () => {
  const { store, clock } = service
  const lines: string[] = []
  const log = pino({ level: 'info' }, { write: (line: string) => void lines.push(line) })
  const replicas = createSingleProcess()
  closing.push(() => replicas.close())
  const loop = startWatchLoop({
    store,
    switchedOff: [],
    replicas,
    now: clock.now,
    log,
    onRecorded: () => undefined,
    announce,
  })
  closing.push(() => loop.stop())
  const evaluations = () => lines.filter((line) => line.includes('alerts were evaluated')).length
  await eventually(() => expect(evaluations()).toBe(1))

  /** Lets a minute pass. The loop is woken every minute. */
  const nextMinute = () => {
    clock.advance(60_000)
    loop.wake()
  }
  const recorded = async () => {
    const step = { size: 100, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    nextMinute()
    const types = ['alert_opened', 'alert_closed'] as const
    return (await store.operations.read({ types, limit: 9 })).map(({ type }) => type)
  }
  await store.outbox.stop('webhook', 'gone', clock.now())
  await recordInterruptions(store)
  await eventually(async () => expect(await recorded()).toEqual(['alert_opened']))
  await store.outbox.resume('webhook')
  await recordInterruptions(store)
  await eventually(async () => expect(await recorded()).toEqual(['alert_opened', 'alert_closed']))
  await eventually(async () => expect(await mails()).toHaveLength(2 * recipients.length))
})

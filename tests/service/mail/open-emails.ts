import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { type DecideByDeadline, withdrawOverdue } from '#service/withdrawals/deadlines.ts'
import { createApp } from '#service/app.ts'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { createAcknowledgementLimit } from '#service/correspondence/acknowledgement-limit.ts'
import { createAnswerLinks } from '#service/withdrawals/answer-links.ts'
import { startCorrespondence } from '#service/correspondence/correspondence.ts'
import type { DeclarationContent } from '#service/correspondence/emails.ts'
import { importFiles } from '#service/correspondence/import-files.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { createDispatcher } from '#service/outbox/dispatcher.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { createMetrics } from '#service/observability/metrics.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type TestOptions, openTestService, testPaymentSecret, testToken } from '#tests/service/harness.ts'

export const supportAddress = 'hilfe@formlotse.test'

/** Opens the HTTP service with the parts that create and send e-mails, by default on a real SQLite file. */
export async function openEmails({
  smtpUrl,
  ...over
}: { smtpUrl?: string; fileClock?: () => number } & Partial<Pick<TestOptions, 'openStore'>> = {}) {
  const service = await openTestService(over)
  const { store, clock, folder, piiKey } = service
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const folders = mailFolders(folder)
  const { files: mail, outbox: outboxFolder } = folders
  const cipher = createVaultCipher(piiKey)
  const { now } = clock
  const committed: number[] = []
  // Checks every 50 ms of real time whether periodic work is due, because the test clock does not advance by itself.
  const replicas = createSingleProcess({ tickMs: 50 })
  const sealed = { store, cipher, now, newId: randomUUID }
  async function begin() {
    const onUnreadable = (name: string) => log.error({ name }, 'set aside')
    await importFiles({ folder: outboxFolder, store, cipher, onUnreadable })
    const correspondence = startCorrespondence({
      emails: createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' }),
      declarations: createSealedOutbox<DeclarationContent>({ ...sealed, destination: 'withdrawals' }),
      mailer: createMailer({ smtpUrl, from: `Formlotse <${supportAddress}>`, folder: mail }),
      store,
      replicas,
      supportEmail: supportAddress,
      links: createAnswerLinks({ piiKey, publicUrl: 'http://localhost' }),
      fileClock: over.fileClock ?? now,
      limit: createAcknowledgementLimit({ store, piiKey, now }),
      folders,
      keepMs: 30 * 24 * 3600 * 1000,
      now,
      log,
      onCommit: () => void committed.push(now()),
      onMessages: () => dispatcher.wake(),
    })
    const { destinations } = correspondence
    const dispatcher = createDispatcher({ store, destinations, now, random: () => 0.5, log, pollMs: 50 })
    const stop = async () => void (await Promise.all([correspondence.stop(), dispatcher.stop(2000)]))
    return { ...correspondence, stop }
  }
  let correspondence = await begin()
  const metrics = createMetrics()
  const make = (rateLimit: boolean) =>
    createApp({
      store,
      ingest: createIngest({ store, now, piiKey, log, metrics, settings: { size: 1, appendClock: now } }),
      lookups: createLookups({ log, now }),
      metrics: createMetrics(),
      log,
      now,
      onCommit: () => undefined,
      count: createSingleProcess().count,
      correspondence: {
        acceptSupportRequest: (request) => correspondence.acceptSupportRequest(request),
        acceptWithdrawal: (...args) => correspondence.acceptWithdrawal(...args),
        readAnswer: (token) => correspondence.readAnswer(token),
        acceptAnswer: (...args) => correspondence.acceptAnswer(...args),
      },
      settings: {
        trustProxy: 0,
        rateLimit,
        webRoot: path.join(folder, 'web'),
        reportsToken: testToken,
        reportsPassword: testToken,
        passwordFingerprint: 'fingerprint of the test',
        ticketKey: new Uint8Array(32),
        paymentSecrets: [testPaymentSecret],
        webhookConfigured: true,
      },
    })
  return {
    service,
    lines,
    /** Makes withdrawals final if their period for objections has ended. Sends no e-mails. */
    async withdrawOverdue() {
      const decide: DecideByDeadline = (orderId, decision) =>
        changeOrder(store.log, orderId, decision, { now: now() })
      await withdrawOverdue({ store, now, log, decide })
    },
    mail,
    committed,
    app: make(false),
    limitedApp: make(true),
    /** Returns the e-mails that are not sent yet, and the declarations of withdrawal that are not processed yet. */
    async waiting() {
      const pending = { state: 'pending', limit: 100 } as const
      return [
        ...(await store.outbox.list({ ...pending, destination: 'mail' })),
        ...(await store.outbox.list({ ...pending, destination: 'withdrawals' })),
      ]
    },
    outboxFolder,
    /** Adds all new events to the projections, in which the service looks up order numbers. */
    async project() {
      const step = { size: 100, now: now() }
      while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    },
    /** Stops and starts the parts that create and send e-mails, as a restart of the service does. */
    async restart() {
      await correspondence.stop()
      correspondence = await begin()
    },
    async close() {
      await correspondence.stop()
      await service.close()
    },
  }
}

export type Emails = Awaited<ReturnType<typeof openEmails>>

export function postJson(app: Emails['app'], address: string, body: object) {
  return app.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function postForm(
  app: Emails['app'],
  address: string,
  body: Record<string, string>,
  origin = 'http://localhost',
) {
  return app.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(body).toString(),
  })
}

import { randomUUID } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import { createVaultCipher } from '#db/vault-cipher.ts'
import { createApp } from '#service/app.ts'
import { createAlone } from '#db/alone.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { startCorrespondence } from '#service/mail/correspondence.ts'
import { mailFolders } from '#service/mail/kept-letters.ts'
import { createMailer } from '#service/mail/mailer.ts'
import { createOutbox } from '#service/mail/outbox.ts'
import { createMetrics } from '#service/metrics.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { type TestOptions, openTestService, testPaymentSecret, testToken } from '#tests/service/harness.ts'

export const supportAddress = 'hilfe@formlotse.test'

/** The service over a real SQLite file that takes letters, and everything that goes out or lies in the outbox. */
export async function openLetters({
  smtpUrl,
  ...over
}: { smtpUrl?: string } & Partial<Pick<TestOptions, 'openStore'>> = {}) {
  const service = await openTestService(over)
  const { store, clock, folder, piiKey } = service
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const folders = mailFolders(folder)
  const { files: mail, outbox: outboxFolder } = folders
  const cipher = createVaultCipher(piiKey)
  const { now } = clock
  const committed: number[] = []
  const begin = () =>
    startCorrespondence({
      outbox: createOutbox({
        folder: outboxFolder,
        cipher,
        now,
        newId: randomUUID,
        onUnreadable: (name) => log.error({ name }, 'set aside'),
      }),
      mailer: createMailer({ smtpUrl, from: `Formlotse <${supportAddress}>`, folder: mail }),
      store,
      supportEmail: supportAddress,
      folders,
      keepMs: 30 * 24 * 3600 * 1000,
      now,
      log,
      onCommit: () => void committed.push(now()),
    })
  let correspondence = begin()
  const metrics = createMetrics()
  const make = (rateLimit: boolean) =>
    createApp({
      store,
      ingest: createIngest({ store, now, piiKey, log, metrics, settings: { size: 1 } }),
      lookups: createLookups({ log, now }),
      metrics: createMetrics(),
      log,
      now,
      onCommit: () => undefined,
      count: createAlone().count,
      correspondence: {
        takeSupportRequest: (request) => correspondence.takeSupportRequest(request),
        takeWithdrawal: (statement) => correspondence.takeWithdrawal(statement),
      },
      settings: {
        trustProxy: 0,
        rateLimit,
        webRoot: path.join(folder, 'web'),
        reportsToken: testToken,
        reportsPassword: testToken,
        sessionKey: new Uint8Array(32),
        paymentSecrets: [testPaymentSecret],
        webhookConfigured: true,
      },
    })
  return {
    service,
    lines,
    mail,
    committed,
    app: make(false),
    limitedApp: make(true),
    waiting: async () => (await readdir(outboxFolder).catch(() => [])).length,
    outboxFolder,
    /** Lets the list of orders, where numbers are looked up, catch up with the log. */
    async project() {
      const step = { size: 100, now: now() }
      while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
    },
    /** As after a new start of the service. */
    async restart() {
      await correspondence.stop(2000)
      correspondence = begin()
    },
    async close() {
      await correspondence.stop(2000)
      await service.close()
    },
  }
}

export type Letters = Awaited<ReturnType<typeof openLetters>>

export function postJson(app: Letters['app'], address: string, body: object) {
  return app.request(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export function postForm(
  app: Letters['app'],
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

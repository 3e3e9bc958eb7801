import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { pino } from 'pino'
import type { Replicas } from '#db/ports/replicas.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { oidcLoginOf } from '#service/oidc/oidc-login.ts'
import type { OidcSettings } from '#service/config/oidc-settings.ts'
import { type DecideByDeadline, withdrawOverdue } from '#service/withdrawals/deadlines.ts'
import { createApp } from '#service/app.ts'
import { createSingleProcess } from '#db/limits/single-process.ts'
import { createIngest } from '#service/ingest/ingest.ts'
import { createLookups } from '#service/lookups/lookups.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { createAcknowledgementLimit } from '#service/correspondence/acknowledgement-limit.ts'
import { createAnswerLinks } from '#service/withdrawals/answer-links.ts'
import { type Correspondence, startCorrespondence } from '#service/correspondence/correspondence.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { DeclarationContent, RequestContent } from '#service/correspondence/emails.ts'
import { openIssuedJournal } from '#service/journal/issued-journal.ts'
import type { NamedOrder } from '#service/correspondence/record-support-requests.ts'
import { importFiles } from '#service/correspondence/import-files.ts'
import { mailFolders } from '#service/correspondence/kept-emails.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createMailer } from '#service/outbox/destinations/mail/mailer.ts'
import { createDispatcher } from '#service/outbox/dispatcher.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { createMetrics } from '#service/observability/metrics.ts'
import { projectNext } from '#service/projections/project-next.ts'
import {
  type TestOptions,
  convertInProcess,
  openTestService,
  statusSettings,
  testOrdersPassword,
  testPaymentSecret,
  testToken,
} from '#tests/service/harness.ts'

export const supportAddress = 'hilfe@formlotse.test'

/** Opens the HTTP service with the parts that create and send e-mails, by default on a real SQLite file. */
export async function openEmails({
  smtpUrl,
  journalFolder,
  ...over
}: {
  smtpUrl?: string
  journalFolder?: string
  fileClock?: () => number
  letterService?: boolean
  /** Login at a provider of OpenID Connect; none by default. */
  oidc?: OidcSettings
} & Partial<Pick<TestOptions, 'openStore' | 'piiKey' | 'now'>> = {}) {
  const service = await openTestService(over)
  const { store, clock, folder, piiKey } = service
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const folders = mailFolders(folder)
  const { files: mail, outbox: outboxFolder } = folders
  const cipher = createVaultCipher(piiKey)
  const { now } = clock
  const committed: number[] = []
  const journal = await openIssuedJournal(journalFolder ?? folder)
  // Checks every 50 ms of real time whether periodic work is due, because the test clock does not advance by itself.
  const replicas = createSingleProcess({ tickMs: 50 })
  const sealed = { store, cipher, now, newId: randomUUID }
  async function begin() {
    const onUnreadable = (name: string) => log.error({ name }, 'set aside')
    await importFiles({ folder: outboxFolder, store, cipher, onUnreadable })
    const correspondence = startCorrespondence({
      emails: createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' }),
      declarations: createSealedOutbox<DeclarationContent>({ ...sealed, destination: 'withdrawals' }),
      requests: createSealedOutbox<RequestContent>({ ...sealed, destination: 'requests' }),
      namedOrders: createSealedOutbox<NamedOrder>({ ...sealed, destination: 'support' }),
      mailer: createMailer({ smtpUrl, from: `Formlotse <${supportAddress}>`, folder: mail }),
      store,
      replicas,
      compose: createComposer({
        provider: providerText(defaultSiteSettings.provider),
        publicUrl: 'http://localhost',
      }),
      statusUrl: (orderId) => `http://localhost/auftrag#${orderId}`,
      supportEmail: supportAddress,
      links: createAnswerLinks({ piiKey, publicUrl: 'http://localhost' }),
      fileClock: over.fileClock ?? now,
      limit: createAcknowledgementLimit({ store, piiKey, now }),
      journal,
      newId: randomUUID,
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
  // A restart replaces the parts.
  const correspondenceNow: Correspondence = {
    confirmedAt: (found) => correspondence.confirmedAt(found),
    requests: { open: (row) => correspondence.requests.open(row) },
    notifyOperators: (...args) => correspondence.notifyOperators(...args),
    sendAccountLink: (...args) => correspondence.sendAccountLink(...args),
    resendEmail: (...args) => correspondence.resendEmail(...args),
    orderOfEmail: (row) => correspondence.orderOfEmail(row),
    keepPayment: (...args) => correspondence.keepPayment(...args),
    acceptSupportRequest: (request) => correspondence.acceptSupportRequest(request),
    acceptWithdrawal: (...args) => correspondence.acceptWithdrawal(...args),
    readAnswer: (token) => correspondence.readAnswer(token),
    acceptAnswer: (...args) => correspondence.acceptAnswer(...args),
    acceptAmendment: (...args) => correspondence.acceptAmendment(...args),
  }
  const metrics = createMetrics()
  const make = (rateLimit: boolean, count: Replicas['count']) =>
    createApp({
      store,
      ingest: createIngest({ store, now, piiKey, log, metrics, settings: { size: 1, appendClock: now } }),
      lookups: createLookups({ log, now }),
      metrics: createMetrics(),
      log,
      now,
      onCommit: () => undefined,
      convertProof: convertInProcess,
      count,
      correspondence: correspondenceNow,
      settings: {
        trustProxy: 0,
        rateLimit,
        publicUrl: 'http://localhost:3000',
        webRoot: path.join(folder, 'web'),
        reportsToken: testToken,
        reportsPassword: testToken,
        passwordFingerprint: 'fingerprint of the test',
        desk: {
          password: testOrdersPassword,
          credential: 'fingerprint of the operators',
          submitAfterMs: 7_200_000,
          letterService: over.letterService ?? false,
        },
        userCipher: createVaultCipher(piiKey),
        siteUrl: 'http://localhost',
        oidc: oidcLoginOf(over.oidc, { piiKey }),
        ticketKey: new Uint8Array(32),
        status: statusSettings(piiKey),
        paymentSecrets: [testPaymentSecret],
        webhookConfigured: true,
      },
    })
  return {
    journal,
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
    app: make(false, createSingleProcess().count),
    limitedApp: make(true, createSingleProcess().count),
    /** Returns an app with rate limits that starts to count anew. */
    makeLimitedApp: (count = createSingleProcess().count) => make(true, count),
    /** Returns the e-mails that are not sent yet, and the declarations of withdrawal that are not processed yet. */
    async waiting() {
      const pending = { state: 'pending', limit: 100 } as const
      // Declarations first: a declaration that is processed between the reads has become e-mails.
      return [
        ...(await store.outbox.list({ ...pending, destination: 'withdrawals' })),
        ...(await store.outbox.list({ ...pending, destination: 'mail' })),
      ]
    },
    outboxFolder,
    /** Notes that the confirmation of an order was sent, from which the withdrawal period counts. */
    noteConfirmation: (orderId: string, at: number) =>
      journal.note(`email:${orderId}:confirmation`, { value: orderId, at }),
    readJournal: () => readFile(journal.file, 'utf8'),
    /** The parts that create e-mails, as the routes use them. */
    correspondence: correspondenceNow,
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

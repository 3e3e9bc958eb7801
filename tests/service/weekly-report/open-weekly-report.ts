import { openPostgresStore } from '#db/postgres/open.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { defaultSiteSettings } from '#domain/site/site-settings.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { createRecipients } from '#service/weekly-report/recipients.ts'
import { type SendingSettings, sendWeeklyReport } from '#service/weekly-report/send-weekly-report.ts'
import { createSubscriptions } from '#service/weekly-report/subscriptions.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { type TestOptions, openTestService } from '#tests/service/harness.ts'

export const publicUrl = 'https://www.formlotse.example'
export const addresses = ['ada@example.org', 'grace@example.org']

/** Options of `openWeeklyReport` for each engine. Must be called while the tests of a file are collected. */
export function weeklyEngines(): { name: string; options: () => Partial<TestOptions> }[] {
  const databases = postgresDatabases()
  return [
    { name: 'SQLite', options: () => ({}) },
    {
      name: 'PostgreSQL',
      options: () => ({
        openStore: async (piiKey) =>
          openPostgresStore({ url: await databases.url(), piiKey, supervise: false }),
      }),
    },
  ]
}

/** Opens the service with the parts that send the weekly report, as the wiring of the service connects them. */
export async function openWeeklyReport(options: Partial<TestOptions> = {}) {
  const service = await openTestService(options)
  const { store, piiKey, clock } = service
  const emails = createSealedOutbox<EmailContent>({
    store,
    cipher: createVaultCipher(piiKey),
    now: clock.now,
    newId: () => 'unused',
    destination: 'mail',
  })
  const provider = providerText(defaultSiteSettings.provider)
  const settings = (over: Partial<SendingSettings> = {}): SendingSettings => ({
    store,
    recipients: createRecipients({ addresses, piiKey, publicUrl }),
    subscriptions: createSubscriptions(store.operations),
    emails,
    compose: createComposer({ provider, publicUrl }),
    publicUrl,
    letterService: false,
    now: clock.now,
    onCommit: () => undefined,
    onMessages: () => undefined,
    ...over,
  })

  async function catchUp(): Promise<void> {
    const step = { size: 100, now: clock.now() }
    while ((await projectNext(store, await store.projections.live(), step)).kind !== 'idle');
  }

  return {
    service,
    emails,
    settings,
    recipients: createRecipients({ addresses, piiKey, publicUrl }),
    subscriptions: createSubscriptions(store.operations),
    catchUp,
    /** Sends the report as the leader does at a time. */
    async sendAt(time: string, over: Partial<SendingSettings> = {}) {
      clock.set(Date.parse(time))
      await catchUp()
      return sendWeeklyReport(settings(over))
    },
    sent: () => store.operations.read({ types: ['weekly_report_sent'], limit: 99 }),
    /** Returns the enqueued weekly reports, oldest first. */
    async mails() {
      const rows = await store.outbox.contents('mail', 0, 99)
      return rows.flatMap((row) => {
        const content = emails.open(row)
        return content && 'email' in content && content.email.unsubscribeUrl !== undefined
          ? [{ ...content.email, messageId: row.messageId }]
          : []
      })
    },
  }
}

export type OpenedWeeklyReport = Awaited<ReturnType<typeof openWeeklyReport>>

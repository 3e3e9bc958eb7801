import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import type { Store } from '#db/ports/store.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { siteUrl } from '#service/app-settings.ts'
import type { Env } from '#service/config/env.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import { createRecipients } from '#service/weekly-report/recipients.ts'
import { startWeeklyReport } from '#service/weekly-report/start-weekly-report.ts'
import { createSubscriptions } from '#service/weekly-report/subscriptions.ts'

interface WeeklyReportParts {
  env: Env
  piiKey: Uint8Array
  store: Store
  replicas: Replicas
  now: () => number
  log: Logger
  onCommit: () => void
  onMessages: () => void
}

/** Starts to send the weekly report, and returns what its pages need. Returns undefined if no recipients are configured. */
export function openWeeklyReport({ env, piiKey, ...parts }: WeeklyReportParts) {
  const addresses = env.WEEKLY_REPORT_TO
  if (addresses === undefined) return undefined
  const { store, now } = parts
  const publicUrl = siteUrl(env)
  const cipher = createVaultCipher(piiKey)
  const recipients = createRecipients({ addresses, piiKey, publicUrl })
  const subscriptions = createSubscriptions(store.operations)
  const sending = startWeeklyReport({
    ...parts,
    recipients,
    subscriptions,
    emails: createSealedOutbox<EmailContent>({
      store,
      cipher,
      now,
      newId: randomUUID,
      destination: 'mail',
    }),
    compose: createComposer({ provider: providerText(siteSettingsOf(env).provider), publicUrl }),
    publicUrl,
    letterService: env.LETTER_URL !== undefined,
  })
  return { pages: { recipients, subscriptions }, stop: sending.stop }
}

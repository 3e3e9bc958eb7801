import { randomUUID } from 'node:crypto'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import type { Store } from '#db/ports/store.ts'
import { alertsPath } from '#domain/site/site-paths.ts'
import { providerText } from '#domain/site/provider-text.ts'
import { type AlertMessage, createAlertWebhook } from '#service/alerts/alert-webhook.ts'
import { announceAlerts } from '#service/alerts/announce.ts'
import type { Env } from '#service/config/env.ts'
import type { Secrets } from '#service/config/secrets.ts'
import { createComposer } from '#service/emails/template/create-composer.ts'
import type { Destination } from '#service/outbox/destination.ts'
import type { EmailContent } from '#service/outbox/destinations/mail/email-content.ts'
import { createSealedOutbox } from '#service/outbox/sealed-content.ts'
import { siteSettingsOf } from '#service/site/site-settings.ts'
import { siteUrl } from './app-settings.ts'

interface AlertParts {
  env: Env
  secrets: Pick<Secrets, 'piiKey' | 'alertWebhookSecrets'>
  store: Pick<Store, 'operations' | 'outbox' | 'rejections'>
  now: () => number
}

/** Returns the destination of the webhook for alerts, if one is configured, and a function that enqueues messages. */
export function openAlerts({ env, secrets, store, now }: AlertParts) {
  const sealed = { store, cipher: createVaultCipher(secrets.piiKey), now, newId: randomUUID }
  const content = createSealedOutbox<AlertMessage>({ ...sealed, destination: 'alerts' })
  const { ALERT_WEBHOOK_URL: url, WEBHOOK_RETRY_SCHEDULE: schedule } = env
  const destinations: Destination<unknown>[] =
    url === undefined
      ? []
      : [createAlertWebhook({ url, secrets: secrets.alertWebhookSecrets, schedule, content, now })]
  return {
    destinations,
    announce: (onMessages: () => void) =>
      announceAlerts({
        store,
        recipients: env.ALERTS_TO,
        emails: createSealedOutbox<EmailContent>({ ...sealed, destination: 'mail' }),
        compose: createComposer({
          provider: providerText(siteSettingsOf(env).provider),
          publicUrl: siteUrl(env),
        }),
        inboxUrl: `${siteUrl(env)}${alertsPath}`,
        ...(url !== undefined && { webhook: content }),
        onMessages,
        now,
      }),
  }
}

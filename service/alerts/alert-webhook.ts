import type { OutboxRow } from '#db/ports/outbox-store.ts'
import { outcomeOfHttp } from '#domain/outbox/outcome.ts'
import type { Destination, Preparation, SendResult } from '#service/outbox/destination.ts'
import type { SealedOutbox } from '#service/outbox/sealed-content.ts'
import { postMessage } from '#service/outgoing/post-message.ts'
import { signMessage } from '#service/outgoing/sign-message.ts'

/** Content of an outbox row for the destination `alerts`. */
export interface AlertMessage {
  /** JSON */
  body: string
}

export interface AlertWebhookSettings {
  url: string
  /** Signing secrets such as `whsec_…`. There are several while a secret is being replaced. */
  secrets: readonly string[]
  /** Delays before the attempts, in ms. */
  schedule: readonly number[]
  content: Pick<SealedOutbox<AlertMessage>, 'open'>
  now: () => number
}

interface Signed {
  headers: Record<string, string>
  body: string
}

/** Returns the destination that sends alerts to the configured webhook, signed according to Standard Webhooks. */
export function createAlertWebhook(settings: AlertWebhookSettings): Destination<Signed> {
  const { url, secrets, schedule, content, now } = settings
  return {
    name: 'alerts',
    label: 'alert',
    schedule,
    timeoutMs: 15_000,
    // Few alerts are ever sent at the same time. One by one, they arrive in their order unless one has to be repeated.
    concurrency: 1,

    async prepare(row: OutboxRow): Promise<Preparation<Signed>> {
      const message = content.open(row)
      if (!message) return { kind: 'impossible', code: 'dead', reason: 'its content cannot be decrypted' }
      const { body } = message
      return {
        kind: 'ready',
        message: { body, headers: await signMessage(secrets, { id: row.messageId, sentAt: now(), body }) },
      }
    },

    async send({ headers, body }, signal): Promise<SendResult> {
      const { retryAfter, ...response } = await postMessage({ url, headers, body, signal })
      const { status, error } = response
      return { code: outcomeOfHttp(response), status, error, retryAfter }
    },
  }
}

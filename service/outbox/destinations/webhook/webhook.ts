import type { EventRow, OutboxRow } from '#db/ports/outbox-store.ts'
import { outcomeOfHttp } from '#domain/outbox/outcome.ts'
import type { Destination, Preparation, SendResult } from '#service/outbox/destination.ts'
import { postMessage } from '#service/outgoing/post-message.ts'
import type { BankOf, ComposingStore } from './compose-message.ts'
import type { Endpoint } from './endpoint.ts'
import { type Prepared, prepareMessage } from './prepare-message.ts'

export interface WebhookSettings {
  store: ComposingStore
  endpoint: Endpoint
  /** Looks up the bank of an IBAN. Without this function, messages contain no bank. */
  bankOf?: BankOf | undefined
  now: () => number
  /** Maximum number of runs whose messages are sent concurrently. */
  concurrency?: number
}

/**
 * Default of `concurrency`. It is twice the maximum number of calls that share a database commit. While one half of the
 * runs waits for its commit, the other half can therefore compose and send messages.
 */
export const webhookConcurrency = 128

/**
 * Delay of a message, in ms, while a withdrawal of its order is declared but not final. The projector holds most of
 * the order's messages. It does not hold messages that are in flight or dead when the withdrawal is declared. If such a
 * message is due again, it is delayed instead. During the delay, other messages of the run can be sent.
 */
const heldRetryMs = 5 * 60_000

type Message = Extract<Prepared, { kind: 'message' }>

/** Returns the destination that sends events to the configured webhook, signed according to Standard Webhooks. */
export function createWebhook(settings: WebhookSettings): Destination<Message> {
  const { store, endpoint, bankOf, now, concurrency = webhookConcurrency } = settings
  const { url, secrets, forwardDrafts } = endpoint
  return {
    name: 'webhook',
    label: 'webhook message',
    schedule: endpoint.schedule,
    timeoutMs: endpoint.timeoutMs,
    concurrency,

    async prepare(row: OutboxRow): Promise<Preparation<Message>> {
      const prepared = await prepareMessage(store, row as EventRow, { secrets, forwardDrafts, bankOf, now })
      switch (prepared.kind) {
        case 'message':
          return { kind: 'ready', message: prepared }
        case 'held':
          return { kind: 'postponed', until: now() + heldRetryMs }
        case 'discarded':
          return { kind: 'discarded', reason: 'the order was withdrawn' }
        case 'impossible':
          return { kind: 'impossible', code: 'retry', reason: prepared.reason }
      }
    },

    async send({ headers, body, missing }, signal): Promise<SendResult> {
      const { retryAfter, ...response } = await postMessage({ url, headers, body, signal })
      const code = outcomeOfHttp(response)
      const { status, error } = response
      const withoutFiles = code === 'delivered' && missing.length > 0
      // A message with missing files still counts as delivered, because the order must not wait for the files. The
      // receiver finds an empty list for each field of which a file is missing.
      return { code, status, error: withoutFiles ? describeMissing(missing) : error, retryAfter }
    },
  }
}

function describeMissing(fields: readonly string[]): string {
  return `sent without the files of ${fields.join(', ')}, which cannot be read`
}

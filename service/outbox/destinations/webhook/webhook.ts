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
  /** Completes what messages say about a payment; without it they name no bank. */
  bankOf?: BankOf | undefined
  now: () => number
  /** Runs that are served at once. */
  concurrency?: number
}

/** Twice what shares a commit: while half of them wait for theirs, the messages of the others are composed and sent. */
export const runsAtOnce = 128

/**
 * Delay before a message is checked again whose order was declared withdrawn while it was in flight or dead: long
 * enough not to delay other messages of the run.
 */
const heldAgainMs = 5 * 60_000

type Message = Extract<Prepared, { kind: 'message' }>

/** Sends events to the configured webhook, signed by Standard Webhooks. */
export function createWebhook(settings: WebhookSettings): Destination<Message> {
  const { store, endpoint, bankOf, now, concurrency = runsAtOnce } = settings
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
          return { kind: 'postponed', until: now() + heldAgainMs }
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
      // Delivered all the same: the order must go out, and the receiver sees an empty list.
      return { code, status, error: withoutFiles ? describeMissing(missing) : error, retryAfter }
    },
  }
}

function describeMissing(fields: readonly string[]): string {
  return `sent without the files of ${fields.join(', ')}, which cannot be read`
}

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
  /** Looks up the bank of an IBAN; if undefined, messages contain no bank. */
  bankOf?: BankOf | undefined
  now: () => number
  /** Number of runs served at once. */
  concurrency?: number
}

/**
 * Default number of runs served at once: twice the maximum number of calls that share a commit, so that one half can
 * compose and send messages while the other half waits for its commit.
 */
export const webhookConcurrency = 128

/**
 * Delay, in ms, before a message is checked again whose order was declared withdrawn while it was in flight or dead:
 * long enough that other messages of the run are sent first.
 */
const heldRetryMs = 5 * 60_000

type Message = Extract<Prepared, { kind: 'message' }>

/** Returns the destination that sends events to the configured webhook, signed by the Standard Webhooks scheme. */
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
      // Counts as delivered: the order must not wait for its files, and the receiver sees an empty list.
      return { code, status, error: withoutFiles ? describeMissing(missing) : error, retryAfter }
    },
  }
}

function describeMissing(fields: readonly string[]): string {
  return `sent without the files of ${fields.join(', ')}, which cannot be read`
}

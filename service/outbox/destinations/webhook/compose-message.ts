import type { EventRow } from '#db/ports/outbox-store.ts'
import { maxRunEvents } from '#db/reads/run-reads.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { holdOf, isNeverHeld } from '#domain/outbox/held-messages.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { isForwarded } from '#domain/outbox/webhook-message.ts'
import { type ForwardDrafts, buildWebhookMessage, ibanInMessage } from '#domain/outbox/webhook-payload.ts'
import { findUploads } from './find-uploads.ts'
import { type StreamedBody, streamBody } from '#service/outgoing/streamed-body.ts'

/** Returns the bank of an IBAN; undefined if the bank is unknown or cannot be looked up. */
export type BankOf = (iban: string) => Promise<{ name: string; bic: string } | undefined>

export type ComposingStore = Pick<Store, 'log' | 'vault' | 'uploads'>

export interface ComposeOptions {
  /** Determines which personal data is contained in messages about events before the order. */
  forwardDrafts: ForwardDrafts
  bankOf?: BankOf | undefined
  /** Ids of uploads that could not be read. Their files are left out of the message. */
  unreadable?: ReadonlySet<string>
}

export type Composed =
  | {
      kind: 'message'
      /** Body of the message as JSON. It is streamed if it contains files. */
      body: string | StreamedBody
      /** Names of the upload fields with a missing file. The message contains none of the files of these fields. */
      missing: string[]
    }
  | { kind: 'impossible'; reason: string }
  /**
   * - `held`: a withdrawal of the order was declared but is not final. The message is not sent for now.
   * - `discarded`: the withdrawal is final. The message is never sent.
   */
  | { kind: 'held' }
  | { kind: 'discarded' }

/**
 * Composes the body of a message from the log and the vault. It contains the run's events up to the event that the
 * message reports; only the newest ones, if they are more than one read returns.
 */
export async function composeMessage(
  store: ComposingStore,
  row: Pick<EventRow, 'runId' | 'position' | 'sequence'>,
  { forwardDrafts, bankOf, unreadable = new Set() }: ComposeOptions,
): Promise<Composed> {
  const { runId, position, sequence } = row
  const { personal, events: run } = await store.vault.readWithEvents(runId, position)
  const { events, order } = await completeEvents(store.log, run, row)
  const erased = order.some((later) => later.type === 'erased' && later.position > position)
  const event = events.at(-1)
  if (event?.position !== position || !isForwarded(event))
    return { kind: 'impossible', reason: `position ${position} holds no event that is forwarded` }
  const funnel = funnelByType(event.funnel)
  if (!funnel) return { kind: 'impossible', reason: `funnel ${event.funnel} is unknown` }
  // After a withdrawal, the projector stops the order's messages in the outbox. The projector may lag behind the log,
  // so the withdrawal is also read from the log.
  const hold = isNeverHeld(event) ? 'none' : holdOf(orderOf(order)?.withdrawal ?? 'none')
  if (hold !== 'none') return { kind: hold }
  const found = await findUploads(store.uploads, { runId, funnel, events, personal }, unreadable)
  const uploads = found.forMessage
  const input = { funnel, event, sequence, events, personal, erased, forwardDrafts, uploads }
  const iban = ibanInMessage(input)
  const bank = iban === undefined ? undefined : await bankOf?.(iban)
  const message = buildWebhookMessage({ ...input, ...(bank && { bank }) })
  const json = JSON.stringify(message)
  // An empty list in the message means that a file of the field is missing. If uploads are withheld on purpose, the
  // message has no list for the field.
  const missing = found.fields.filter((name) => message.uploads[name]?.length === 0)
  const streamed = found.placeholders.size > 0
  return {
    kind: 'message',
    body: streamed ? streamBody(json, found.placeholders, store.uploads) : json,
    missing,
  }
}

/**
 * Returns the run's events up to a position, and the events that determine the current state of its order. The events
 * that were read are enough unless the run is too long for one read.
 */
async function completeEvents(
  log: ComposingStore['log'],
  run: StoredEvent[],
  { runId, position }: Pick<EventRow, 'runId' | 'position'>,
) {
  const whole = run[0]?.type === 'start' && run.length < maxRunEvents
  if (whole) return { events: run.filter((event) => event.position <= position), order: run }
  const [events, order] = await Promise.all([log.readRun(runId, position), log.readOrder(runId)])
  return { events, order }
}

import type { EventRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { holdOf, isNeverHeld } from '#domain/outbox/held-messages.ts'
import { type WithdrawalStage, orderOf } from '#domain/orders/evolve-order.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
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
      /** Names of the upload fields of which a file is missing. The message then contains no file of the field. */
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
 * Composes the body of a message from the log and the vault, as of the event that the message reports. If the run has
 * more events than one read returns, the message contains only the newest of the events up to that event.
 */
export async function composeMessage(
  store: ComposingStore,
  row: Pick<EventRow, 'runId' | 'position' | 'sequence'>,
  { forwardDrafts, bankOf, unreadable = new Set() }: ComposeOptions,
): Promise<Composed> {
  const { runId, position, sequence } = row
  // The vault is read before the log. If the data is erased between the two reads, the log shows the erasure, and no
  // personal data is sent.
  const personal = await store.vault.read(runId, position)
  const events = await store.log.readRun(runId, position)
  const erased = await store.log.wasErased(runId, position)
  const event = events.at(-1)
  if (event?.position !== position || !isForwarded(event))
    return { kind: 'impossible', reason: `position ${position} holds no event that is forwarded` }
  const funnel = funnelByType(event.funnel)
  if (!funnel) return { kind: 'impossible', reason: `funnel ${event.funnel} is unknown` }
  // The projector stops the messages of a withdrawn order in the outbox, but it may lag behind the log. The withdrawal
  // is therefore also read from the log.
  const hold = isNeverHeld(event) ? 'none' : holdOf(await withdrawalOf(store.log, events))
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
 * Returns the current stage of the order's withdrawal. If `events` ends before the run's last event, reads the run
 * again.
 */
async function withdrawalOf(
  log: ComposingStore['log'],
  events: readonly StoredEvent[],
): Promise<WithdrawalStage> {
  const newest = events.at(-1)!
  const last = await log.lastOfRun(newest.runId)
  const all = last && last.position > newest.position ? await log.readOrder(newest.runId) : events
  return orderOf(all)?.withdrawal ?? 'none'
}

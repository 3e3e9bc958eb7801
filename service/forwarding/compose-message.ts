import type { Delivery } from '#db/delivery-store.ts'
import type { Store } from '#db/store.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { isForwarded } from '#domain/webhook-message.ts'
import { buildWebhookMessage } from '#domain/webhook-payload.ts'
import { findUploads } from './find-uploads.ts'
import { type StreamedBody, streamBody } from './streamed-body.ts'

/** The bank of an IBAN; undefined when it is not known or nobody can be asked now. */
export type BankOf = (iban: string) => Promise<{ name: string; bic: string } | undefined>

export type ComposingStore = Pick<Store, 'log' | 'vault' | 'uploads'>

export interface ComposeOptions {
  /** Whether messages before the order carry personal data. */
  forwardDrafts: boolean
  bankOf?: BankOf | undefined
  /** Ids of uploads that cannot be read, as trying it has shown. */
  unreadable?: ReadonlySet<string>
}

export type Composed =
  | {
      kind: 'message'
      /** Text, unless it brings files. */
      body: string | StreamedBody
      /** Fields that were answered with files and go without. */
      missing: string[]
    }
  | { kind: 'impossible'; reason: string }

/** The body of a delivery, put together from the log and the vault as of its event. */
export async function composeMessage(
  store: ComposingStore,
  delivery: Pick<Delivery, 'runId' | 'position' | 'sequence'>,
  { forwardDrafts, bankOf, unreadable = new Set() }: ComposeOptions,
): Promise<Composed> {
  const { runId, position, sequence } = delivery
  // The vault first: an erasure between the two reads is then seen in the log, and nothing of it is sent.
  const personal = await store.vault.read(runId, position)
  const run = await store.log.readRun(runId)
  const events = run.filter((event) => event.position <= position)
  const event = events.at(-1)
  if (event?.position !== position || !isForwarded(event))
    return { kind: 'impossible', reason: `position ${position} holds no event that is forwarded` }
  const funnel = funnelByType(event.funnel)
  if (!funnel) return { kind: 'impossible', reason: `funnel ${event.funnel} is unknown` }
  const erased = run.some((later) => later.type === 'erased' && later.position > position)
  const found = await findUploads(store.uploads, { runId, funnel, events, personal }, unreadable)
  const uploads = found.forMessage
  const input = { funnel, event, sequence, events, personal, erased, forwardDrafts, uploads }
  const message = buildWebhookMessage(input)
  // Only a message that tells the IBAN tells its bank: that of the account to be debited, which new bank data name alone.
  const { iban: debited, neueBankdatenIban } = message.payment
  const iban = debited ?? neueBankdatenIban
  const bank = typeof iban === 'string' ? await bankOf?.(iban) : undefined
  const json = JSON.stringify(bank ? buildWebhookMessage({ ...input, bank }) : message)
  // A message that withholds its uploads has no list for them, not even an empty one.
  const missing = found.fields.filter((name) => message.uploads[name]?.length === 0)
  const streamed = found.placeholders.size > 0
  return {
    kind: 'message',
    body: streamed ? streamBody(json, found.placeholders, store.uploads) : json,
    missing,
  }
}

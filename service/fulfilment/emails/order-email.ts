import type { DocumentKey } from '#db/ports/document-store.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { LimitedKind } from '#domain/orders/acknowledgement-limits.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import type { OrderFacts } from '#service/emails/order/order-facts.ts'
import type { EmailDraft } from '#service/emails/template/email-draft.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'

/** What an e-mail about an event of an order is composed from. */
export interface EmailContext {
  found: FoundOrder
  /** The order in its current state. */
  order: Order
  /** What the e-mail says about the order. */
  facts: OrderFacts
  /** True if the customer ordered as a business, which has no right of withdrawal. */
  isBusiness: boolean
  submitAfterMs: number
  /** Period after which an unpaid order expires. */
  unpaid: RetentionPeriod
  /** Current time, in ms since the epoch. */
  now: number
}

/** A file to attach: the frozen document of this kind and version, and its file name. */
export interface AttachedDocument extends Pick<DocumentKey, 'kind' | 'version'> {
  filename: string
}

/** An e-mail about an order, before it is rendered. */
export interface OrderEmail {
  /**
   * Kind of the e-mail, and its version if there can be several: the time of the change that it is about. They are its
   * key in the journal. After a restore, another change can have the same number, but not the same time.
   */
  kind: string
  version?: number
  draft: EmailDraft
  /** Recipient; by default, the current address of the order. */
  to?: string
  attached?: AttachedDocument[]
  limited?: LimitedKind
  /** Time before which the e-mail must not be sent, in ms since the epoch. */
  notBefore?: number
}

/** The reason why an event causes no e-mail (any more). */
export interface NoEmail {
  reason: string
}

/** Returns the events of one type, in log order. */
export function eventsOf<Type extends StoredEvent['type']>(
  { events }: Pick<FoundOrder, 'events'>,
  type: Type,
): Extract<StoredEvent, { type: Type }>[] {
  return events.filter((event): event is Extract<StoredEvent, { type: Type }> => event.type === type)
}

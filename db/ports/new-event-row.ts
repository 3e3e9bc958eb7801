import type { Candidate } from '#domain/log/decide-append.ts'
import type { RangeOfYear } from '#domain/orders/billing/invoice-numbers.ts'

/**
 * A new event in the form in which it is written. The main thread serialises nested objects as JSON, because cloning
 * text for the writing thread is far cheaper than cloning objects. The database stores JSON anyway.
 */
export interface NewEventRow extends Candidate {
  funnel: string
  funnelVersion: number
  sessionId: string
  step: number
  occurredAt: number
  sentAt: number
  receivedAt: number
  at: number
  data: string
  facts: string
  meta: string
  /** True if the event is from a robot. Such an event is stored, but counted separately. */
  bot: boolean
  personal: string | null
  email: string | null
  /** Words of the names in an order's form, by which the order is found; null for other events. */
  names: string[] | null
  /** True if the fingerprint covers form values. The fingerprint must then be keyed with the run's data key. */
  hasForm: boolean
  /** The range from which the event takes its number (see `giveNumbers`). */
  numbering: Numbering | null
}

/** The range from which an event takes its number. The numbers of a range and year have no gaps (see `formatNumber`). */
export interface Numbering extends RangeOfYear {
  /** The number given is higher than this one, the last number in the journal (see `IssuedJournal`). */
  after?: number
  /** Number that the journal contains for this event. It is given again instead of the next one. */
  number?: string
}

import type { ClickId, EventContext, WireEventType } from './events.ts'
import type { Refusal } from './funnels/define-funnel.ts'

/** Types that the service itself appends; their ids are deterministic, so that they are appended once (DESIGN 4). */
export type ServiceEventType = 'lapsed' | 'paid' | 'withdrawn' | 'converted' | 'erased'
export type StoredEventType = WireEventType | ServiceEventType

/** One contact with a campaign, as the log keeps it. `at` is the client's clock, ms since the epoch. */
export interface Touch {
  at: number
  source?: string
  medium?: string
  campaign?: string
  content?: string
  term?: string
  clickIds?: ClickId[]
}

export interface EventMeta {
  device: EventContext['device']
  consent: EventContext['consent']
  /** Start of the session by the client's clock, ms since the epoch. */
  sessionStartedAt: number
  /** Families by the User-Agent header, `unknown` when it says nothing. */
  browser: string
  os: string
  /** A robot by its User-Agent: kept, but left out of counts. */
  bot: boolean
  /** Oldest first, first and last touch included; at most 12. */
  touches: Touch[]
}

interface DataByType {
  start: { secretHash: string; entry: string }
  step: { seconds: number }
  invalid: { fields: { field: string; rule: Refusal }[] }
  email: Record<string, never>
  abandon: { trigger: 'pagehide' | 'hidden' | 'blur' | 'cancel' }
  /** Number and price were fixed by the service when the order was taken. */
  complete: { orderNumber: string; priceCents: number }
  lapsed: Record<string, never>
  paid: { orderId: string; paymentId: string; amountCents: number }
  withdrawn: { orderId: string }
  converted: { orderId: string }
  erased: Record<string, never>
}

interface EventOf<Type extends StoredEventType> {
  /** Gapless from 1, in commit order. */
  position: number
  id: string
  type: Type
  funnel: string
  funnelVersion: number
  runId: string
  sessionId: string
  /** From 1. */
  step: number
  /** The client's clock, ms since the epoch, like all times here. */
  occurredAt: number
  sentAt: number
  /** The service's clock. */
  receivedAt: number
  /** Corrected time, for reports: receivedAt − (sentAt − occurredAt), bounded (see `correctTime`). */
  at: number
  data: DataByType[Type]
  /** Answers that are closed choices. Personal ones lie in the vault. */
  facts: Record<string, string | boolean>
  meta: EventMeta
}

/** An event as the log holds it: never a personal value. */
export type StoredEvent = { [Type in StoredEventType]: EventOf<Type> }[StoredEventType]
export type StoredEventOf<Type extends StoredEventType> = EventOf<Type>

const week = 7 * 24 * 3600 * 1000

/**
 * The time an event is reported under: the age that the client's own clock gives it, taken from the service's clock.
 * A clock that is wrong by hours cancels out; the result is at most 7 days before `receivedAt` and never after it.
 */
export function correctTime(clocks: { occurredAt: number; sentAt: number; receivedAt: number }): number {
  const age = clocks.sentAt - clocks.occurredAt
  return clocks.receivedAt - Math.min(Math.max(age, 0), week)
}

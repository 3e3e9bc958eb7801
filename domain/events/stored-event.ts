import { weekMs } from '#domain/time/durations.ts'
import type { ClickId, EventContext, WireEventType } from './wire-events.ts'
import type { Refusal } from '#domain/forms/define-field.ts'

/** Types that only the service appends, once per cause (see `serviceEvent`). */
export const serviceEventTypes = [
  'lapsed',
  'paid',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'converted',
  'erased',
] as const
export type ServiceEventType = (typeof serviceEventTypes)[number]
export type StoredEventType = WireEventType | ServiceEventType

/** One contact with a campaign, as stored in the log. `at` is by the client's clock, in ms since the epoch. */
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
  /** Families derived from the User-Agent header; `unknown` if it matches none. */
  browser: string
  os: string
  /** True for a robot, detected by its User-Agent. Its events are stored but not counted. */
  bot: boolean
  /** Touches of a `start` or `complete`, oldest first, at most 2 KB in total. Older stores have them on every event. */
  touches: Touch[]
}

interface DataByType {
  start: { secretHash: string; entry: string }
  step: { seconds: number }
  invalid: { fields: { field: string; rule: Refusal }[] }
  email: Record<string, never>
  abandon: { trigger: 'pagehide' | 'hidden' | 'blur' | 'cancel' }
  /** Number and price, fixed by the service when the order was accepted. */
  complete: { orderNumber: string; priceCents: number }
  lapsed: Record<string, never>
  paid: { orderId: string; paymentId: string; amountCents: number }
  /** `statement` is a random id of the declaration, whose text is in the vault. */
  withdrawal_declared: { orderId: string; statement: string }
  /** `objection`: the customer followed the link in the e-mail. */
  withdrawal_revoked: { orderId: string; by: 'objection' | 'operator' }
  /**
   * `declaration`: a declaration sent with the run's secret, identified by `statement` as above. Events of earlier
   * versions have no `by`.
   */
  withdrawn: {
    orderId: string
    by?: 'declaration' | 'confirmation' | 'operator' | 'deadline'
    statement?: string
  }
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
  /** Counted from 1. */
  step: number
  /** Client clock, in ms since the epoch like all times here. */
  occurredAt: number
  sentAt: number
  /** Service clock. */
  receivedAt: number
  /** Corrected time, for reports: receivedAt − (sentAt − occurredAt), bounded (see `correctTime`). */
  at: number
  data: DataByType[Type]
  /** Field values from closed sets. Personal values are in the vault. */
  facts: Record<string, string | boolean>
  meta: EventMeta
}

/** An event as stored in the log, without personal values. */
export type StoredEvent = { [Type in StoredEventType]: EventOf<Type> }[StoredEventType]
export type StoredEventOf<Type extends StoredEventType> = EventOf<Type>

/**
 * Returns the time under which an event is reported: its arrival by the service's clock minus its age by the client's
 * clock. A constant error of the client's clock cancels out. The result is at most 7 days before `receivedAt` and never
 * after it.
 */
export function correctTime(clocks: { occurredAt: number; sentAt: number; receivedAt: number }): number {
  const age = clocks.sentAt - clocks.occurredAt
  return clocks.receivedAt - Math.min(Math.max(age, 0), weekMs)
}

const serviceTypes: ReadonlySet<StoredEventType> = new Set(serviceEventTypes)

/** Returns whether the event was written by the service and not sent by a client. */
export function isServiceEvent({ type }: { type: StoredEventType }): boolean {
  return serviceTypes.has(type)
}

import { weekMs } from '#domain/time/durations.ts'
import type { ClickId, EventContext, WireEventType } from './wire-events.ts'
import type { Refusal } from '#domain/forms/define-field.ts'

/** Types of events that only the service appends. It appends at most one event per cause (see `serviceEvent`). */
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

/**
 * A visitor's contact with a campaign, as stored in the log. `at` is the time in ms since the epoch, from the client's
 * clock.
 */
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
  /** Start of the session in ms since the epoch, from the client's clock. */
  sessionStartedAt: number
  /** Browser and operating system families, derived from the User-Agent header; `unknown` if no family matches. */
  browser: string
  os: string
  /** True for a robot, detected by its User-Agent. The events of robots are stored but not counted. */
  bot: boolean
  /**
   * Campaign touches, oldest first, at most 2 KB in total. Only `start` and `complete` events have touches. Earlier
   * versions of the service also stored touches in events of other types.
   */
  touches: Touch[]
}

interface DataByType {
  start: { secretHash: string; entry: string }
  step: { seconds: number }
  invalid: { fields: { field: string; rule: Refusal }[] }
  email: Record<string, never>
  abandon: { trigger: 'pagehide' | 'hidden' | 'blur' | 'cancel' }
  /** Order number and price, which the service fixed when it accepted the order. */
  complete: { orderNumber: string; priceCents: number }
  lapsed: Record<string, never>
  paid: { orderId: string; paymentId: string; amountCents: number }
  /** `statement` is a random id of the withdrawal declaration. The text of the declaration is in the vault. */
  withdrawal_declared: { orderId: string; statement: string }
  /** `by` is `objection` if the customer followed the link to object in the e-mail about the declared withdrawal. */
  withdrawal_revoked: { orderId: string; by: 'objection' | 'operator' }
  /**
   * `by` is `declaration` if the customer sent the withdrawal declaration with the run's secret. `statement` is then
   * the id of this declaration, as in `withdrawal_declared`. Events of earlier versions of the service have no `by`.
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
  /** Position in the log, counted from 1 without gaps, in commit order. */
  position: number
  id: string
  type: Type
  funnel: string
  funnelVersion: number
  runId: string
  sessionId: string
  /** Number of the step, counted from 1. */
  step: number
  /** Time by the client's clock, in ms since the epoch. The unit applies to all times of an event. */
  occurredAt: number
  sentAt: number
  /** Time by the service's clock. */
  receivedAt: number
  /** Corrected time, which reports use: receivedAt − (sentAt − occurredAt) within bounds (see `correctTime`). */
  at: number
  data: DataByType[Type]
  /** Values of fields with a closed set of values. All other values are personal and are stored in the vault. */
  facts: Record<string, string | boolean>
  meta: EventMeta
}

/** An event as stored in the log, without personal values. */
export type StoredEvent = { [Type in StoredEventType]: EventOf<Type> }[StoredEventType]
export type StoredEventOf<Type extends StoredEventType> = EventOf<Type>

/**
 * Returns the time that reports use for an event: its arrival by the service's clock minus its age by the client's
 * clock. If the client's clock is wrong by a constant amount, the error cancels out. The result is never after
 * `receivedAt` and at most 7 days before it.
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

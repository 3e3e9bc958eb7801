import { weekMs } from '#domain/time/durations.ts'
import type { AdPlatform, ClickId, EventContext, WireEventType } from './wire-events.ts'
import type { FieldTime } from './field-times.ts'
import type { Refusal } from '#domain/forms/define-field.ts'

/** Types of events that only the service appends. It appends at most one event per cause (see `serviceEvent`). */
export const serviceEventTypes = [
  'lapsed',
  'paid',
  'invoiced',
  'amended',
  'email_corrected',
  'prepared',
  'submitted',
  'sent',
  'failed',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawal_declined',
  'withdrawn',
  'refunded',
  'credited',
  'converted',
  'support_requested',
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

/** The variant of a funnel that a run's visitor sees. */
export interface RunVariant {
  experiment: string
  variant: string
}

export interface EventMeta {
  device: EventContext['device']
  consent: EventContext['consent']
  /**
   * Ad platforms to which the consent allows to report conversions. Only `complete` events with consent `marketing` have
   * this member.
   */
  consentPlatforms?: AdPlatform[]
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
  /**
   * Present if the event was first rejected and replayed later. `receivedAt` is then the time of the replay, and this
   * member contains the time at which the event was first received. `at` is computed from the latter.
   */
  replayed?: { receivedAt: number }
}

/**
 * Kinds of documents of an order: the customer's copy of the application, the letter that is posted, the order
 * confirmation, the invoice and the cancellation invoice.
 */
export type DocumentKind = 'application' | 'letter' | 'confirmation' | 'invoice' | 'cancellation'

interface DataByType {
  /**
   * `referrer` is the host of the page with the link through which the visitor entered the site; empty if there was
   * none. It is absent if the client did not report it. `variants` has only those that the run id determines (see
   * domain/experiments).
   */
  start: {
    secretHash: string
    entry: string
    referrer?: string | undefined
    variants?: RunVariant[] | undefined
  }
  /** `fieldTimes` and `field` are absent if the client did not report them. */
  step: { seconds: number; fieldTimes?: FieldTime[] | undefined }
  invalid: { fields: { field: string; rule: Refusal }[] }
  email: Record<string, never>
  abandon: {
    trigger: 'pagehide' | 'hidden' | 'blur' | 'cancel'
    /** The field of the step that had the focus last. Absent as well if the visitor did not use any. */
    field?: string | undefined
    fieldTimes?: FieldTime[] | undefined
  }
  /**
   * Order number and price, which the service fixed when it accepted the order. `emailFrom` is the time from which the
   * order may be confirmed by e-mail, in ms since the epoch. It is set if the client has placed too many orders.
   */
  complete: {
    orderNumber: string
    priceCents: number
    emailFrom?: number
    /**
     * SHA-256 of each accepted text by its name, in hex. The versions are in the `TextStore`. Orders of earlier versions
     * of the service have none.
     */
    texts?: Readonly<Record<string, string>>
  }
  lapsed: Record<string, never>
  paid: { orderId: string; paymentId: string; amountCents: number }
  /** `number` is the invoice number. Numbers have no gaps within a calendar year. */
  invoiced: { orderId: string; number: string }
  /** The customer has changed the order's values. The whole form is stored anew: facts here, the rest in the vault. */
  amended: { orderId: string; texts?: Readonly<Record<string, string>> }
  /** An operator has corrected the e-mail address of the order, which is in the vault. */
  email_corrected: { orderId: string }
  /** A document was frozen: what is e-mailed or posted later are the bytes with this SHA-256 (in hex). */
  prepared: {
    orderId: string
    document: DocumentKind
    /** Counts the documents of this kind of the order, from 1. */
    version: number
    sha256: string
    pages: number
    /** Version of the template. */
    template: number
  }
  /** The letter was handed over to the letter service. `letterId` is the id by which the service knows the letter. */
  submitted: { orderId: string; letterId: string }
  /** The letter was posted: on `postedOn` (`YYYY-MM-DD`) if the operator named the day (see `postedAt`). */
  sent: { orderId: string; by: 'operator' | 'letter-service'; postedOn?: string }
  /** The letter cannot be posted, or was returned as undeliverable. The price is then to be refunded. */
  failed: { orderId: string; by: 'operator' | 'letter-service'; reason: string }
  /**
   * `statement` is a random id of the withdrawal declaration. The text of the declaration is in the vault. `declaredAt` is
   * the time at which the declaration was received, in ms since the epoch; events of earlier versions of the service have
   * none. `lateAfter` is the last day of the withdrawal period, as `YYYY-MM-DD`, if the declaration was received after it.
   */
  withdrawal_declared: { orderId: string; statement: string; declaredAt?: number; lateAfter?: string }
  /** `by` is `objection` if the customer followed the link to object in the e-mail about the declared withdrawal. */
  withdrawal_revoked: { orderId: string; by: 'objection' | 'operator' }
  /**
   * `by` is `declaration` if the customer sent the withdrawal declaration with the run's secret. `statement` and
   * `declaredAt` are then those of this declaration, as in `withdrawal_declared`. Events of earlier versions of the
   * service have no `by` and no `declaredAt`.
   */
  withdrawn: {
    orderId: string
    by?: 'declaration' | 'confirmation' | 'operator' | 'deadline'
    statement?: string
    declaredAt?: number
  }
  /**
   * An operator has declined a declared withdrawal, because it was too late, the service was fully performed, or the
   * order was placed by a business.
   */
  withdrawal_declined: { orderId: string; reason: 'late' | 'performed' | 'business' }
  /** `chargeback` means that the customer's bank has taken the payment back. */
  refunded: { orderId: string; amountCents: number; by: 'operator' | 'provider' | 'chargeback' }
  /** `number` is the number of the cancellation invoice. Numbers have no gaps within a calendar year. */
  credited: { orderId: string; number: string }
  converted: { orderId: string }
  /**
   * A message to support named the order. `request` is derived from the random id of the message, whose text is not in
   * the log, and does not lead back to it. Anyone who knows the number of an order can name it.
   */
  support_requested: { orderId: string; request: string }
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

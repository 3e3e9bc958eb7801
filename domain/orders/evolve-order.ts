import { isBusinessOrder } from '#domain/funnels/fields/business.ts'
import type { StoredEvent, StoredEventOf, StoredEventType } from '#domain/events/stored-event.ts'
import { postedAt } from './posted-at.ts'

export const orderStatuses = [
  'ordered',
  'paid',
  'submitted',
  'sent',
  'failed',
  'withdrawal_declared',
  'withdrawn',
  'refunded',
] as const
export type OrderStatus = (typeof orderStatuses)[number]
/**
 * Statuses that pages and reports show. `expired` is not stored but derived from the current time (see `shownStatus`).
 */
export const shownStatuses = [...orderStatuses, 'expired'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/**
 * Stages of a withdrawal. A withdrawal can be declared only once per order. A declared withdrawal can be revoked by the
 * customer or declined by an operator; `withdrawn` is final.
 */
export type WithdrawalStage = 'none' | 'declared' | 'revoked' | 'declined' | 'withdrawn'

/** Stages of the letter, in order. A letter never returns to an earlier stage. */
export const letterStages = ['none', 'submitted', 'sent', 'failed'] as const
export type LetterStage = (typeof letterStages)[number]

/** State from which the status of an order is derived. It is also part of the state of a run (see `evolveRun`). */
export interface OrderProgress {
  paid: boolean
  letter: LetterStage
  withdrawal: WithdrawalStage
  refunded: boolean
}

/** The order of a run, folded from the run's stored events. */
export interface Order {
  /** Event id of the run's `complete`. */
  id: string
  number: string
  runId: string
  funnel: string
  priceCents: number
  /** True if the service level VIP was ordered. */
  isVip: boolean
  status: OrderStatus
  /** Corrected time of the `complete`, in ms since the epoch. */
  orderedAt: number
  /** Id of the payment; null until the order is paid. It is kept after a withdrawal, because a refund refers to it. */
  paymentId: string | null
  /** Time at which the payment was recorded, in ms since the epoch; null until the order is paid. */
  paidAt: number | null
  /** Numbers of the invoice and of the cancellation invoice; null until they are given. */
  invoiceNumber: string | null
  cancellationNumber: string | null
  /** True if the customer ordered as a business, which has no right of withdrawal. */
  isBusiness: boolean
  letter: LetterStage
  /**
   * Id by which the letter service knows the letter; null until the letter is submitted. A letter that was taken out and
   * handed over again has the id of the last hand-over.
   */
  letterId: string | null
  /** Time at which the letter was posted, in ms since the epoch; null until then. */
  sentAt: number | null
  refunded: boolean
  withdrawal: WithdrawalStage
  /**
   * Time at which the declaration was received that is pending or was decided, in ms since the epoch; null if there was
   * none. If an operator has withdrawn the order without one, it is the time of that. The period within which a payment
   * must be returned starts at this time.
   */
  declaredAt: number | null
  /** Last day of the withdrawal period, as `YYYY-MM-DD`, if the declaration was received after it; otherwise null. */
  lateAfter: string | null
  /** Number of times that the customer has changed the values. */
  amendments: number
  /**
   * True if a `converted` event was recorded. This event does not increase `changes`, because decisions about other
   * events do not depend on it.
   */
  converted: boolean
  /**
   * Number of events that changed the order so far. The key of the next change contains this number plus one. At most
   * one event is stored per key, so of two concurrent changes only one is stored (see `onceKey`).
   */
  changes: number
}

/** Types of events that change an order. Each change is decided from the state after the previous change. */
const orderChangeTypes = [
  'paid',
  'invoiced',
  'amended',
  'email_corrected',
  'submitted',
  'sent',
  'failed',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawal_declined',
  'withdrawn',
  'refunded',
  'credited',
] as const satisfies StoredEventType[]
export type OrderChangeType = (typeof orderChangeTypes)[number]
export const orderChanges: ReadonlySet<StoredEventType> = new Set(orderChangeTypes)

/** Folds the next event of a run, in log order, into the run's order. Returns undefined before the run's `complete`. */
export function evolveOrder(order: Order | undefined, event: StoredEvent): Order | undefined {
  if (!order) return event.type === 'complete' ? newOrder(event) : undefined
  if (event.type === 'converted') return { ...order, converted: true }
  if (!orderChanges.has(event.type)) return order
  const progress = evolveProgress(progressOf(order), event)
  const { letter, withdrawal, refunded } = progress
  return {
    ...order,
    ...numbersAfter(order, event),
    ...declarationAfter(order, event),
    status: orderStatus(progress),
    letter,
    withdrawal,
    refunded,
    sentAt: letter === 'sent' && event.type === 'sent' ? (order.sentAt ?? postedAt(event)) : order.sentAt,
    amendments: order.amendments + (event.type === 'amended' ? 1 : 0),
    changes: order.changes + 1,
  }
}

export function progressOf({ paymentId, letter, withdrawal, refunded }: Order): OrderProgress {
  return { paid: paymentId !== null, letter, withdrawal, refunded }
}

/** Returns what the event says about the declaration of withdrawal. Only the first declaration of an order counts. */
function declarationAfter(
  order: Order,
  event: StoredEvent,
): Partial<Pick<Order, 'declaredAt' | 'lateAfter'>> {
  const { withdrawal } = order
  if (event.type === 'withdrawal_declared' && withdrawal === 'none')
    return {
      declaredAt: event.data.declaredAt ?? event.receivedAt,
      lateAfter: event.data.lateAfter ?? null,
    }
  // The withdrawal of an order whose declaration is pending, or was declined before, results from that declaration.
  if (event.type === 'withdrawn' && (withdrawal === 'none' || withdrawal === 'revoked'))
    return { declaredAt: event.data.declaredAt ?? event.receivedAt, lateAfter: null }
  return {}
}

/** Returns the ids, numbers and times that the event sets. The first value of each is kept, except of the letter's id. */
function numbersAfter(
  order: Order,
  event: StoredEvent,
): Partial<Pick<Order, 'paymentId' | 'paidAt' | 'invoiceNumber' | 'cancellationNumber' | 'letterId'>> {
  if (event.type === 'paid' && order.paymentId === null)
    return { paymentId: event.data.paymentId, paidAt: event.receivedAt }
  if (event.type === 'invoiced') return { invoiceNumber: order.invoiceNumber ?? event.data.number }
  if (event.type === 'credited') return { cancellationNumber: order.cancellationNumber ?? event.data.number }
  if (event.type === 'submitted') return { letterId: event.data.letterId }
  return {}
}

/** Folds the next event into an order's progress. Only payments, refunds, letters and withdrawals change it. */
export function evolveProgress(
  { paid, letter, withdrawal, refunded }: OrderProgress,
  { type }: { type: StoredEventType },
): OrderProgress {
  return {
    paid: paid || type === 'paid',
    letter: nextLetter(letter, type),
    withdrawal: nextWithdrawal(withdrawal, type),
    refunded: refunded || type === 'refunded',
  }
}

function nextLetter(stage: LetterStage, type: StoredEventType): LetterStage {
  const next = letterStages.findIndex((one) => one === type)
  return next > letterStages.indexOf(stage) ? letterStages[next]! : stage
}

const declarationOutcomes: Partial<Record<StoredEventType, WithdrawalStage>> = {
  withdrawal_revoked: 'revoked',
  withdrawal_declined: 'declined',
}

function nextWithdrawal(stage: WithdrawalStage, type: StoredEventType): WithdrawalStage {
  if (type === 'withdrawn') return 'withdrawn'
  if (type === 'withdrawal_declared' && stage === 'none') return 'declared'
  return stage === 'declared' ? (declarationOutcomes[type] ?? stage) : stage
}

/**
 * Returns the status of an order. A refunded order stays refunded, and a withdrawn order stays withdrawn until it is
 * refunded, whatever is reported about its letter. A declared withdrawal pauses the order, whether it is paid or not.
 */
export function orderStatus({ paid, letter, withdrawal, refunded }: OrderProgress): OrderStatus {
  if (refunded) return 'refunded'
  if (withdrawal === 'withdrawn') return 'withdrawn'
  if (withdrawal === 'declared') return 'withdrawal_declared'
  if (letter !== 'none') return letter
  return paid ? 'paid' : 'ordered'
}

function newOrder(event: StoredEventOf<'complete'>): Order {
  return {
    id: event.id,
    number: event.data.orderNumber,
    runId: event.runId,
    funnel: event.funnel,
    priceCents: event.data.priceCents,
    isVip: event.facts['serviceLevel'] === 'vip',
    status: 'ordered',
    orderedAt: event.at,
    paymentId: null,
    paidAt: null,
    invoiceNumber: null,
    cancellationNumber: null,
    isBusiness: isBusinessOrder(event.facts),
    letter: 'none',
    letterId: null,
    sentAt: null,
    refunded: false,
    withdrawal: 'none',
    declaredAt: null,
    lateAfter: null,
    amendments: 0,
    converted: false,
    changes: 0,
  }
}

/** Returns the order folded from a run's events in log order, or undefined if the run has no order. */
export function orderOf(events: readonly StoredEvent[]): Order | undefined {
  return events.reduce<Order | undefined>(evolveOrder, undefined)
}

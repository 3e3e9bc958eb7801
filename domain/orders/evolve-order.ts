import type { StoredEvent, StoredEventOf, StoredEventType } from '#domain/events/stored-event.ts'

export const orderStatuses = ['ordered', 'paid', 'withdrawal_declared', 'withdrawn'] as const
export type OrderStatus = (typeof orderStatuses)[number]
/**
 * Statuses that pages and reports show. `expired` is not stored but derived from the current time (see `shownStatus`).
 */
export const shownStatuses = [...orderStatuses, 'expired'] as const
export type ShownStatus = (typeof shownStatuses)[number]

/**
 * Stages of a withdrawal. A withdrawal can be declared only once per order. A declared withdrawal can be revoked;
 * `withdrawn` is final.
 */
export type WithdrawalStage = 'none' | 'declared' | 'revoked' | 'withdrawn'

/** State from which the status of an order is derived. It is also part of the state of a run (see `evolveRun`). */
export interface OrderProgress {
  paid: boolean
  withdrawal: WithdrawalStage
}

/** The order of a run, folded from the run's stored events. */
export interface Order {
  /** Event id of the run's `complete`. */
  id: string
  number: string
  runId: string
  funnel: string
  priceCents: number
  status: OrderStatus
  /** Corrected time of the `complete`, in ms since the epoch. */
  orderedAt: number
  /** Id of the payment; null until the order is paid. It is kept after a withdrawal, because a refund refers to it. */
  paymentId: string | null
  withdrawal: WithdrawalStage
  /** Time at which a withdrawal was declared, in ms since the epoch; null if none was declared. */
  declaredAt: number | null
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
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
] as const satisfies StoredEventType[]
export type OrderChangeType = (typeof orderChangeTypes)[number]
export const orderChanges: ReadonlySet<StoredEventType> = new Set(orderChangeTypes)

/** Folds the next event of a run, in log order, into the run's order. Returns undefined before the run's `complete`. */
export function evolveOrder(order: Order | undefined, event: StoredEvent): Order | undefined {
  if (!order) return event.type === 'complete' ? newOrder(event) : undefined
  if (event.type === 'converted') return { ...order, converted: true }
  if (!orderChanges.has(event.type)) return order
  const progress = evolveProgress({ paid: order.paymentId !== null, withdrawal: order.withdrawal }, event)
  const declared = event.type === 'withdrawal_declared' && order.withdrawal === 'none'
  return {
    ...order,
    status: orderStatus(progress),
    paymentId: order.paymentId ?? (event.type === 'paid' ? event.data.paymentId : null),
    withdrawal: progress.withdrawal,
    declaredAt: declared ? event.receivedAt : order.declaredAt,
    changes: order.changes + 1,
  }
}

/** Folds the next event into an order's progress. Only payments and events about a withdrawal change the progress. */
export function evolveProgress(
  { paid, withdrawal }: OrderProgress,
  { type }: { type: StoredEventType },
): OrderProgress {
  return { paid: paid || type === 'paid', withdrawal: nextWithdrawal(withdrawal, type) }
}

function nextWithdrawal(stage: WithdrawalStage, type: StoredEventType): WithdrawalStage {
  if (type === 'withdrawn') return 'withdrawn'
  if (type === 'withdrawal_declared' && stage === 'none') return 'declared'
  return type === 'withdrawal_revoked' && stage === 'declared' ? 'revoked' : stage
}

/**
 * Returns the status of an order. A withdrawn order stays withdrawn even if a payment arrives after the withdrawal. A
 * declared withdrawal pauses the order, whether the order is paid or not.
 */
export function orderStatus({ paid, withdrawal }: OrderProgress): OrderStatus {
  if (withdrawal === 'withdrawn') return 'withdrawn'
  if (withdrawal === 'declared') return 'withdrawal_declared'
  return paid ? 'paid' : 'ordered'
}

function newOrder(event: StoredEventOf<'complete'>): Order {
  return {
    id: event.id,
    number: event.data.orderNumber,
    runId: event.runId,
    funnel: event.funnel,
    priceCents: event.data.priceCents,
    status: 'ordered',
    orderedAt: event.at,
    paymentId: null,
    withdrawal: 'none',
    declaredAt: null,
    converted: false,
    changes: 0,
  }
}

/** Returns the order folded from a run's events in log order, or undefined if the run has no order. */
export function orderOf(events: readonly StoredEvent[]): Order | undefined {
  return events.reduce<Order | undefined>(evolveOrder, undefined)
}

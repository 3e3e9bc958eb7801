import type { DocumentFacts } from '#db/ports/document-store.ts'
import { orderedProduct } from '#domain/documents/ordered-product.ts'
import { changeUntil } from '#domain/orders/amendment.ts'
import { type OrderEvent, decideAmendment } from '#domain/orders/decide-order.ts'
import { decideAnswer, decideDeclaration } from '#domain/orders/decide-withdrawal.ts'
import type { Order, ShownStatus } from '#domain/orders/evolve-order.ts'
import { isErasedOpen, orderStory } from '#domain/orders/story/order-story.ts'
import {
  type StatusDocument,
  type StatusResponse,
  customerDocuments,
} from '#domain/orders/status-contract.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { isoTime } from '#domain/time/durations.ts'
import { attachmentNames } from '#service/emails/attachment-names.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'

export interface StatusTimes {
  unpaid: RetentionPeriod
  /** Time in ms between the payment and the letter, in which the customer can change the values. */
  submitAfterMs: number
  /** ms since the epoch */
  now: number
}

/**
 * Returns the state of an order and what the customer can do, without personal data. `confirmedAt` is the time at which
 * the confirmation was sent, in ms since the epoch; undefined before that (see `confirmedAtReader`).
 */
export function describeOrder(
  found: FoundOrder,
  times: StatusTimes,
  confirmedAt: number | undefined,
): StatusResponse {
  const { order, events } = found
  const { status, title, text, steps } = orderStory(order, events, times)
  const isErased = isErasedOpen(status, events)
  const withdrawal = isErased || isOver(status) ? undefined : withdrawalNow(order, times.now, confirmedAt)
  const until = changeUntil(order, times.submitAfterMs)
  return {
    orderId: order.id,
    number: order.number,
    funnel: order.funnel,
    product: orderedProduct(order),
    priceCents: order.priceCents,
    status,
    title,
    text,
    steps: steps.map(({ at, ...step }) => ({ ...step, ...(at !== undefined && { at: isoTime(at) }) })),
    ...(until !== undefined && { changeUntil: isoTime(until) }),
    can: {
      pay: !isErased && status === 'ordered',
      amend: !isErased && canAmend(order, times),
      withdraw: withdrawal !== undefined,
      object: !isErased && decideAnswer(order, 'objection').code === 'append',
    },
    withdrawalIsFinal: withdrawal === 'withdrawn',
  }
}

/** Statuses in which nothing is left of the contract from which the customer could withdraw. */
const isOver = (status: ShownStatus) => status === 'expired' || status === 'refunded'

/**
 * Returns whether the values can be amended now. From the time at which the letter is due, and after the order has
 * expired, they stay as they are.
 */
export function canAmend(order: Order, { submitAfterMs, unpaid, now }: StatusTimes): boolean {
  if (shownStatus(order, unpaid, now) === 'expired') return false
  const until = changeUntil(order, submitAfterMs)
  return decideAmendment(order).code === 'append' && (until === undefined || now < until)
}

/**
 * Returns which event a declaration of the customer would append now; undefined if the page offers none: to a business,
 * after the period, and if the order is withdrawn already or a declaration was decided.
 */
function withdrawalNow(
  order: Order,
  now: number,
  concludedAt: number | undefined,
): OrderEvent['type'] | undefined {
  if (order.isBusiness) return undefined
  const decision = decideDeclaration(order, {
    statement: order.id,
    receivedAt: now,
    concludedAt,
    proven: true,
  })
  if (!('event' in decision)) return undefined
  const { event } = decision
  return 'lateAfter' in event.data && event.data.lateAfter !== undefined ? undefined : event.type
}

/** Returns the documents that the customer can download: of each kind the last version. */
export function customerDocumentsOf(order: Order, documents: readonly DocumentFacts[]): StatusDocument[] {
  const names: Record<StatusDocument['kind'], string> = {
    application: attachmentNames.application(order.number),
    confirmation: attachmentNames.confirmation(order.number),
    invoice: attachmentNames.invoice(order.invoiceNumber ?? order.number),
    cancellation: attachmentNames.cancellation(order.cancellationNumber ?? order.number),
  }
  return customerDocuments.flatMap((kind) => {
    const last = documents.filter((one) => one.kind === kind).toSorted((a, b) => b.version - a.version)[0]
    if (!last) return []
    const { version, bytes, frozenAt } = last
    return [{ kind, version, filename: names[kind], bytes, frozenAt: isoTime(frozenAt) }]
  })
}

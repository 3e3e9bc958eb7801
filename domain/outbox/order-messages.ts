import type { StoredEvent } from '#domain/events/stored-event.ts'
import { dayMs, hourMs } from '#domain/time/durations.ts'

/** Destinations that fulfil an order: documents, e-mails and the letter. */
export type OrderDestination = 'documents' | 'mail' | 'letters'

/** Time in ms after an order at which the customer is reminded of the payment. */
export const reminderDelayMs = dayMs

/** Default of the time in ms between the payment and the hand-over of the letter. */
export const defaultSubmitAfterMs = 2 * hourMs

export interface OrderMessage {
  destination: OrderDestination
  /** Time from which the message is due, in ms since the epoch. */
  dueAt: number
}

/**
 * Returns the messages that an event causes at the destinations that fulfil an order, at most one per destination:
 * - `documents`: the documents to prepare after an order, a payment, an amendment and a refund.
 * - `mail`: the e-mails about an order. An e-mail with documents follows their `prepared` event. The message about a
 *   `complete` is the reminder of an unpaid order, and the one about `amended` confirms an
 *   unpaid order to a corrected e-mail address.
 * - `letters`: `paid` hands over the letter after `submitAfterMs`, in which the customer can change the order.
 *   `withdrawal_declared` recalls a letter that was handed over, and `withdrawal_revoked` and `withdrawal_declined`
 *   hand it over again. All others stop the letter, or remove it from the letter service.
 */
export function orderMessages(event: StoredEvent, submitAfterMs: number): OrderMessage[] {
  const { receivedAt } = event
  const at = (destination: OrderDestination, delayMs = 0) => ({ destination, dueAt: receivedAt + delayMs })
  switch (event.type) {
    case 'complete':
      return [at('documents'), at('mail', reminderDelayMs)]
    case 'paid':
      return [at('documents'), at('letters', submitAfterMs)]
    case 'amended':
      return [at('documents'), at('mail')]
    case 'prepared':
      return isEmailed(event.data) ? [at('mail')] : []
    case 'sent':
    case 'failed':
      return [at('mail'), at('letters')]
    case 'refunded':
      return [at('documents'), at('mail'), at('letters')]
    case 'withdrawal_revoked':
    case 'withdrawal_declined':
    case 'withdrawn':
      return [at('mail'), at('letters')]
    case 'withdrawal_declared':
    case 'erased':
      return [at('letters')]
    default:
      return []
  }
}

/** Returns whether a prepared document causes an e-mail. The first application is sent together with the invoice. */
function isEmailed({ document, version }: { document: string; version: number }): boolean {
  return document === 'application' ? version > 1 : document !== 'letter'
}

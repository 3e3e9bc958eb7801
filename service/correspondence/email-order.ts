import { orderedProduct } from '#domain/documents/ordered-product.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { WithdrawnOrder } from '#service/emails/withdrawal/withdrawn-order.ts'

/** Returns the URL of the status page of an order with a token that was created at `at` (ms since the epoch). */
export type StatusUrl = (orderId: string, at: number) => string

/**
 * Returns what the e-mails about a withdrawal say about the order. `at` is the time of the event, so that all attempts
 * to send an e-mail contain the same link.
 */
export function emailOrder(order: Order, statusUrl: StatusUrl, at: number): WithdrawnOrder {
  return { number: order.number, product: orderedProduct(order), statusUrl: statusUrl(order.id, at) }
}

import type { OrderStatus, ShownStatus } from '#domain/orders/evolve-order.ts'

/** Returns an order with the status that reports show: unpaid orders placed at `expiredUpTo` or before have expired. */
export function shownAt<Order extends { status: OrderStatus; at: number }>(
  order: Order,
  expiredUpTo: number,
): Omit<Order, 'status'> & { status: ShownStatus } {
  const { status, at } = order
  return { ...order, status: status === 'ordered' && at <= expiredUpTo ? 'expired' : status }
}

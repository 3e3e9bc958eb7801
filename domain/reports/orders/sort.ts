import { type ShownStatus, shownStatuses } from '#domain/orders/evolve-order.ts'

/** Orders of the list. A minus means descending; orders with the same value are sorted by time in the same direction. */
export const orderSorts = ['-time', 'time', '-price', 'price', '-status', 'status'] as const
export type OrderSort = (typeof orderSorts)[number]

export type OrderSortColumn = 'time' | 'price' | 'status'

/** Returns the column by which a list is sorted, and whether it is sorted in descending order. */
export function readSort(sort: OrderSort): { column: OrderSortColumn; descending: boolean } {
  const descending = sort.startsWith('-')
  return { column: (descending ? sort.slice(1) : sort) as OrderSortColumn, descending }
}

/** Statuses in the order in which a list sorts them: unpaid orders first, then from the payment to the end. */
export const sortedStatuses: readonly ShownStatus[] = shownStatuses.toSorted(
  (a, b) => Number(b === 'expired') - Number(a === 'expired'),
)

interface SortedOrder {
  status: ShownStatus
  priceCents: number
  /** ms since the epoch */
  at: number
  position: number
}

/** Returns the sort key of an order: the value of the sorted column, then time and position. */
export function orderCursorOf({ status, priceCents, at, position }: SortedOrder, sort: OrderSort) {
  const value = { time: 0, price: priceCents, status: statusRank(status) }[readSort(sort).column]
  return { value, at, position }
}

export function statusRank(status: ShownStatus): number {
  return sortedStatuses.indexOf(status)
}

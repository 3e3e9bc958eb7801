import type { DeskWork } from '#domain/desk/desk-work.ts'
import { type DeskQueue, type QueueRow, deskRows } from '#domain/desk/queue-contract.ts'

/** Orders with the same work that are due, or that are not. */
export interface QueuePart {
  work: DeskWork
  isDue: boolean
  /** Number of orders, of which `rows` shows at most the limit of the service. */
  count: number
  rows: readonly QueueRow[]
}

/** Splits the orders of the queue into those that are due and those that are not. */
export function splitQueue({ groups }: Pick<DeskQueue, 'groups'>): { due: QueuePart[]; later: QueuePart[] } {
  const parts = groups.flatMap(({ work, count, due, rows }): QueuePart[] => {
    const dueRows = rows.filter((row) => row.due)
    const laterRows = rows.filter((row) => !row.due)
    // The service counts before it reads the rows. If all rows are there, they are the newer count.
    const isWhole = rows.length < deskRows
    return [
      { work, isDue: true, count: isWhole ? dueRows.length : due, rows: dueRows },
      { work, isDue: false, count: isWhole ? laterRows.length : count - due, rows: laterRows },
    ]
  })
  const filled = parts.filter(({ count, rows }) => count > 0 || rows.length > 0)
  return { due: filled.filter(({ isDue }) => isDue), later: filled.filter(({ isDue }) => !isDue) }
}

/** Returns the ids of the orders in the order in which the page shows them. */
export function orderIdsOf(queue: Pick<DeskQueue, 'groups'>): string[] {
  const { due, later } = splitQueue(queue)
  return [...due, ...later].flatMap(({ rows }) => rows.map(({ orderId }) => orderId))
}

import { type OrderWork, orderWorks } from '#domain/orders/order-work.ts'

/**
 * What operators have to do for an order: the work of the order itself (see `orderWork`), and `posting` instead of
 * `send` if a letter service prints and posts the letter. Then there is nothing to do unless its report is missing.
 */
export const deskWorks = [...orderWorks, 'posting'] as const
export type DeskWork = (typeof deskWorks)[number]

/** Number of working days after which operators have to ask for the report of a letter service. */
export const postingWorkingDays = 3

/** Returns the work for which an order waits for an operator. The service itself hands over and posts letters. */
export function waitingWorks(letterService: boolean): OrderWork[] {
  return orderWorks.filter((work) => !['submit', 'posting'].includes(deskWork(work, letterService)))
}

/** Returns the work as operators see it. */
export function deskWork(work: OrderWork, letterService: boolean): DeskWork {
  return work === 'send' && letterService ? 'posting' : work
}

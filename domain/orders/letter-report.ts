import { decideFailure, decideSent } from './decide-order.ts'
import type { Order } from './evolve-order.ts'

/** What a letter service reports about a letter. */
export type LetterNews =
  | { code: 'sent' }
  /** The letter is not posted, or came back. `reason` is a code of the letter service, such as `undeliverable`. */
  | { code: 'failed'; reason: string }
  /** An operator has to act at the letter service, for example because the balance is used up. */
  | { code: 'attention'; reason: string }

export interface LetterReport {
  /** Id by which the letter service knows the letter. */
  letterId: string
  /** Our own id of the letter, if the report names it. */
  id: string | undefined
  /** Time of the report, in ms since the epoch. */
  at: number
  news: LetterNews
}

/**
 * Decides how a report of the letter service changes an order. Reports can arrive twice and out of order: a repeated
 * report changes nothing, a failure after `sent` is recorded, and `sent` after a failure is not. `attention` changes no
 * order.
 */
export function decideLetterReport(
  order: Order,
  { news }: Pick<LetterReport, 'news'>,
): ReturnType<typeof decideSent> | ReturnType<typeof decideFailure> | { code: 'unchanged' } {
  switch (news.code) {
    case 'sent':
      return decideSent(order, { by: 'letter-service' })
    case 'failed':
      return decideFailure(order, { by: 'letter-service', reason: news.reason })
    case 'attention':
      return { code: 'unchanged' }
  }
}

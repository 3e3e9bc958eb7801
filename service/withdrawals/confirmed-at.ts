import type { IssuedJournal, IssuedKey } from '#service/journal/issued-journal.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'

/** Resolves to the time at which the confirmation of an order was sent, in ms since the epoch; undefined before that. */
export type ConfirmedAt = (found: Pick<FoundOrder, 'order' | 'events'>) => Promise<number | undefined>

/**
 * Returns a function that reads when the confirmation of an order was first sent. The contract is concluded then, and the
 * withdrawal period begins. If the mail server has refused the first address, that is the time at which the confirmation
 * was sent to a corrected one.
 */
export function confirmedAtReader(journal: Pick<IssuedJournal, 'find'>): ConfirmedAt {
  return async ({ order, events }) => {
    const first: IssuedKey = `email:${order.id}:confirmation`
    const repeated = events
      .filter(({ type }) => type === 'amended')
      .map(({ receivedAt }): IssuedKey => `${first}:${receivedAt}`)
    const sent = await Promise.all([first, ...repeated].map((key) => journal.find(key)))
    const times = sent.flatMap((issued) => (issued ? [issued.at] : []))
    return times.length > 0 ? Math.min(...times) : undefined
  }
}

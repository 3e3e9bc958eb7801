import type { Numbering } from '#db/ports/new-event-row.ts'
import type { Store } from '#db/ports/store.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { decideCancellation, decideInvoice } from '#domain/orders/decide-order.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { NumberRange } from '#domain/orders/billing/invoice-numbers.ts'
import { berlinDate } from '#domain/time/berlin-time.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import type { IssuedJournal } from '#service/journal/issued-journal.ts'

export interface IssuedNumber {
  code: 'issued'
  number: string
  /** Time at which the number was given, in ms since the epoch. */
  issuedAt: number
  /** The order with its number. */
  found: FoundOrder
}

interface Numbered {
  store: Pick<Store, 'log'>
  journal: Pick<IssuedJournal, 'find' | 'note' | 'lastNumber'>
  now: () => number
}

const decisions = { invoice: decideInvoice, cancellation: decideCancellation }
const eventTypes = { invoice: 'invoiced', cancellation: 'credited' } as const

/**
 * Gives an order the number of its invoice or cancellation invoice, and notes it in the journal before it can leave the
 * service. An order that has a number keeps it. After a restore from a backup, an order gets the number and time that
 * the journal contains, and no other order gets this number. Returns the reason if the order gets no number.
 */
export async function issueNumber(
  range: NumberRange,
  orderId: string,
  { store, journal, now }: Numbered,
): Promise<IssuedNumber | { code: 'unknown-order' | 'not-numbered'; reason: string }> {
  const key = `${range}:${orderId}` as const
  const journaled = await journal.find(key)
  const numbering = await numberingOf({ range, journal, number: journaled?.value, at: now() })
  const decide = (order: Order) => decisions[range](order, numbering.number ?? '')
  const { code } = await changeOrder(store.log, orderId, decide, { now: now(), numbering })
  const found = await findOrder(store.log, orderId)
  const event = found?.events.find(
    (one): one is StoredEventOf<'invoiced' | 'credited'> => one.type === eventTypes[range],
  )
  if (!found || !event) return { code: 'not-numbered', reason: code }
  const { value, at: issuedAt } = await journal.note(key, { value: event.data.number, at: event.receivedAt })
  if (value !== event.data.number)
    throw new Error(`order ${orderId} has the number ${event.data.number}, but ${value} in the journal`)
  return { code: 'issued', number: value, issuedAt, found }
}

async function numberingOf({
  range,
  journal,
  number,
  at,
}: Pick<Numbered, 'journal'> & {
  range: NumberRange
  number: string | undefined
  at: number
}): Promise<Numbering> {
  const year = number === undefined ? berlinDate(at).year : Number(number.split('-')[1])
  const after = await journal.lastNumber(range, year)
  return { range, year, after, ...(number !== undefined && { number }) }
}

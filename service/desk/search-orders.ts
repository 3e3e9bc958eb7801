import type { Store } from '#db/ports/store.ts'
import type { FoundOrders } from '#domain/desk/desk-contract.ts'
import { deskRows } from '#domain/desk/queue-contract.ts'
import { wordsOf } from '#domain/orders/name-words.ts'
import type { RetentionPeriod } from '#domain/retention/period.ts'
import { shownStatus } from '#domain/retention/shown-status.ts'
import { isoTime } from '#domain/time/durations.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'

export interface SearchSettings {
  store: Pick<Store, 'log' | 'vault' | 'people'>
  unpaid: RetentionPeriod
  now: () => number
}

/** Maximum number of words of a search. */
const maxWords = 8

/** Finds orders by their number, by an e-mail address, or by whole words of the customer's name. */
export async function searchOrders(settings: SearchSettings, text: string): Promise<FoundOrders> {
  const { store } = settings
  const byNumber = await store.people.findOrder(text.trim().toUpperCase())
  const words = text.split(/\s+/).flatMap((word) => (word.includes('@') ? [word] : wordsOf(word)))
  const ids =
    byNumber === undefined ? await store.people.searchOrders(words.slice(0, maxWords), deskRows) : [byNumber]
  const found = await Promise.all(ids.map((id) => findOrder(store.log, id)))
  return {
    orders: await Promise.all(found.filter((one) => one !== undefined).map((one) => row(settings, one))),
  }
}

async function row({ store, unpaid, now }: SearchSettings, found: FoundOrder) {
  const { order } = found
  const { vorname, nachname } = (await readOrderValues(store, found)).values
  return {
    orderId: order.id,
    number: order.number,
    funnel: order.funnel,
    status: shownStatus(order, unpaid, now()),
    orderedAt: isoTime(order.orderedAt),
    name: [vorname, nachname].filter((part) => typeof part === 'string').join(' '),
  }
}

import type { Store } from '#db/store.ts'
import { answersAsOf } from '#domain/answers-as-of.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import type { Withdrawal } from '#domain/contact-contract.ts'
import { orderOf } from '#domain/order.ts'
import type { StoredEventOf } from '#domain/stored-event.ts'
import { lastDayToWithdraw } from '#domain/withdrawal-period.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'
import { serviceEvent } from '#service/service-events.ts'

type SearchedStore = Pick<Store, 'log' | 'vault' | 'people'>

export type WithdrawalOutcome = 'recorded' | 'recorded-before' | 'late' | 'unclear'

/**
 * Notes a withdrawal as an event of the one order that it is about. Nobody has to prove who he is (§ 356a BGB), but what
 * is withdrawn is final, so two of number, e-mail address and name must be those of the order; everything else is
 * left to a person. The declaration itself goes into the vault and, with the run's other values, out of it.
 */
export async function recordWithdrawal(
  store: SearchedStore,
  statement: Withdrawal,
  receivedAt: number,
): Promise<WithdrawalOutcome> {
  const orders = await matchingOrders(store, statement)
  const [found, another] = orders
  if (!found || another) return 'unclear'
  const { order, complete } = found
  if (order.status === 'withdrawn') return 'recorded-before'
  if (berlinDay(receivedAt) > lastDayToWithdraw(complete.receivedAt)) return 'late'
  const { name, email, orderNumber, details } = statement
  const event = {
    ...serviceEvent('withdrawn', order.id, { orderId: order.id }, complete, receivedAt),
    // Under a name of its own: it is no answer to a question of the form.
    personal: { form: { widerrufserklaerung: { name, email, orderNumber, details } } },
  }
  await store.log.append({ events: [event], rejected: [], now: receivedAt, dedupeWindowMs: 0 })
  return 'recorded'
}

/** An order number names one order; without it those not withdrawn yet that the e-mail address was given in. */
async function matchingOrders(store: SearchedStore, statement: Withdrawal): Promise<FoundOrder[]> {
  const byNumber = await orderNumbered(store, statement.orderNumber)
  const candidates = byNumber ? [byNumber] : await ordersOf(store, statement.email)
  const matching: FoundOrder[] = []
  for (const found of candidates) {
    const agreeing = [byNumber !== undefined, ...(await agreements(store, found, statement))]
    if (agreeing.filter(Boolean).length >= 2) matching.push(found)
  }
  const open = matching.filter(({ order }) => order.status !== 'withdrawn')
  return open.length > 0 ? open : matching
}

async function orderNumbered(store: SearchedStore, typed: string): Promise<FoundOrder | undefined> {
  if (!typed) return undefined
  const id = await store.people.findOrder(typed.replaceAll(/\s/g, '').toUpperCase())
  return id === undefined ? undefined : await findOrder(store.log, id)
}

async function ordersOf(store: SearchedStore, email: string): Promise<FoundOrder[]> {
  const found: FoundOrder[] = []
  for (const { runId } of await store.people.findRuns(email)) {
    const events = await store.log.readRun(runId)
    const order = orderOf(events)
    const complete = events.find((event): event is StoredEventOf<'complete'> => event.type === 'complete')
    if (order && complete) found.push({ order, complete, events })
  }
  return found
}

async function agreements(store: SearchedStore, { complete, events }: FoundOrder, statement: Withdrawal) {
  const { position, runId } = complete
  const upTo = events.filter((event) => event.position <= position)
  const { answers } = answersAsOf(upTo, await store.vault.read(runId, position))
  const spoken = words(statement.name)
  const named = [answers['vorname'], answers['nachname']].flatMap((part) =>
    typeof part === 'string' ? words(part) : [],
  )
  const { email } = answers
  return [
    typeof email === 'string' && email.trim().toLowerCase() === statement.email.toLowerCase(),
    named.length > 0 && named.every((word) => spoken.includes(word)),
  ]
}

function words(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
}

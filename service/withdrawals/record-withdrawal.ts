import { normalEmail } from '#db/keys/email-address.ts'
import type { Store } from '#db/ports/store.ts'
import { formAsOf } from '#domain/events/form-as-of.ts'
import type { Withdrawal } from '#domain/site/contact-contract.ts'
import { type DeclarationCode, decideDeclaration } from '#domain/orders/decide-withdrawal.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { changeOrder } from '#service/orders/change-order.ts'
import { type FoundOrder, findNumberedOrder, findOrder } from '#service/orders/find-order.ts'
import { isHashOfSecret } from '#service/access/run-secret.ts'
import type { ConfirmedAt } from './confirmed-at.ts'

type SearchedStore = Pick<Store, 'log' | 'vault' | 'people'>

/** Declaration of withdrawal as it was received. */
export interface ReceivedDeclaration {
  /** Random id; the same for every attempt to record the declaration. */
  id: string
  statement: Withdrawal
  /** ms since the epoch */
  receivedAt: number
  /** Hash of the run's secret, if the declaration was sent with a secret (see `hashSecret`). */
  secretHash?: string | undefined
  /**
   * Id of the order for which the customer made the declaration on the status page, after entering the postal code or the
   * birth date.
   */
  unlockedOrder?: string | undefined
}

interface RecordingParts {
  store: SearchedStore
  confirmedAt: ConfirmedAt
}

export type WithdrawalOutcome = 'declared' | 'withdrawn' | 'unclear' | DeclarationCode

export interface RecordedWithdrawal {
  outcome: WithdrawalOutcome
  /** The order to which the declaration applies; absent if the order is unclear. */
  order?: Order
}

/**
 * Records a declaration of withdrawal as an event of the order to which it applies, if exactly one order matches. The
 * law does not allow requiring proof of identity (§ 356a BGB). An order therefore matches if the declaration was sent
 * with the secret of the order's run or on its unlocked status page. It also matches if two of these agree: order number, e-mail address, name. The
 * outcome `unclear` means that a person has to decide. Until the confirmation was sent, no declaration is late. The text of the declaration is stored in the vault and removed
 * with the run's other values.
 */
export async function recordWithdrawal(
  { store, confirmedAt }: RecordingParts,
  declaration: ReceivedDeclaration,
  now: number,
): Promise<RecordedWithdrawal> {
  const { id, receivedAt, secretHash, unlockedOrder, statement } = declaration
  const unlocked = unlockedOrder === undefined ? undefined : await findOrder(store.log, unlockedOrder)
  const [found, another] = unlocked ? [unlocked] : await matchingOrders(store, declaration)
  if (!found || another) return { outcome: 'unclear' }
  const proven =
    unlocked !== undefined || (secretHash !== undefined && isHashOfSecret(secretHash, found.events))
  // The contract is concluded by the order confirmation, which also informs the customer of the right of withdrawal.
  const concludedAt = await confirmedAt(found)
  const { name, email, orderNumber, details } = statement
  const outcome = await changeOrder(
    store.log,
    found.order.id,
    (order) => decideDeclaration(order, { statement: id, receivedAt, concludedAt, proven }),
    // The declaration is stored under a separate name, because it is not the value of any field of the form.
    { now, personal: { form: { widerrufserklaerung: { name, email, orderNumber, details } } } },
  )
  if (outcome.code === 'unknown-order') return { outcome: 'unclear' }
  const { order } = outcome
  if (outcome.code === 'changed')
    return { outcome: order.withdrawal === 'withdrawn' ? 'withdrawn' : 'declared', order }
  // An earlier attempt may have recorded this declaration and then ended before it enqueued the e-mails. In that case,
  // the outcome of that attempt is returned, so that the e-mails are enqueued now.
  const earlier = await outcomeOfEarlierAttempt(store, order, id)
  return { outcome: earlier ?? outcome.code, order }
}

async function outcomeOfEarlierAttempt({ log }: SearchedStore, order: Order, statement: string) {
  const found = await findOrder(log, order.id)
  const recorded = found?.events.find(
    (event) => 'statement' in event.data && event.data.statement === statement,
  )
  if (!recorded) return undefined
  return recorded.type === 'withdrawn' ? ('withdrawn' as const) : ('declared' as const)
}

const maxOrdersOfAddress = 100

/**
 * Returns the orders that match a declaration. Candidates are the order with the given number or, if the number is
 * missing or unknown, the orders placed with the given e-mail address. If the declaration was sent with the secret of a
 * candidate's run, only this order is returned. Otherwise, withdrawn orders are returned only if no other order
 * matches.
 */
async function matchingOrders(
  store: SearchedStore,
  { statement, secretHash }: ReceivedDeclaration,
): Promise<FoundOrder[]> {
  const byNumber = await findNumberedOrder(store, statement.orderNumber)
  const candidates = byNumber ? [byNumber] : await ordersOf(store, statement.email)
  const matching: FoundOrder[] = []
  for (const found of candidates) {
    if (secretHash !== undefined && isHashOfSecret(secretHash, found.events)) return [found]
    const agreeing = [byNumber !== undefined, ...(await agreements(store, found, statement))]
    if (agreeing.filter(Boolean).length >= 2) matching.push(found)
  }
  const open = matching.filter(({ order }) => order.withdrawal !== 'withdrawn')
  return open.length > 0 ? open : matching
}

async function ordersOf(store: SearchedStore, email: string): Promise<FoundOrder[]> {
  const runIds = await store.people.findOrderedRuns(email, maxOrdersOfAddress + 1)
  // One person does not place this many orders, so a stranger may have used the address. None of the orders is
  // considered, because reading all of them would take too long.
  if (runIds.length > maxOrdersOfAddress) return []
  const found: FoundOrder[] = []
  for (const runId of runIds) {
    const events = await store.log.readOrder(runId)
    const order = orderOf(events)
    const complete = events.find((event): event is StoredEventOf<'complete'> => event.type === 'complete')
    if (order && complete) found.push({ order, complete, events })
  }
  return found
}

async function agreements(store: SearchedStore, { complete }: FoundOrder, statement: Withdrawal) {
  // Only the row of the `complete` event is read, because it contains the whole form. The run's other rows may take up
  // two megabytes.
  const personal = await store.vault.readAt(complete.runId, complete.position)
  const { values } = formAsOf([complete], personal ? [personal] : [])
  const stated = words(statement.name)
  const named = [values['vorname'], values['nachname']].flatMap((part) =>
    typeof part === 'string' ? words(part) : [],
  )
  const { email } = values
  return [
    typeof email === 'string' && normalEmail(email) === normalEmail(statement.email),
    named.length > 0 && named.every((word) => stated.includes(word)),
  ]
}

function words(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .split(/[^\p{L}\p{M}]+/u)
    .filter(Boolean)
}

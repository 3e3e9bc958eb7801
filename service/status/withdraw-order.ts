import type { Store } from '#db/ports/store.ts'
import { billedFields, billedPersonOf } from '#domain/orders/billing/checkout-link.ts'
import { hourMs } from '#domain/time/durations.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Correspondence } from '#service/correspondence/correspondence.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'

interface WithdrawDeps {
  store: Pick<Store, 'vault'>
  correspondence: Pick<Correspondence, 'acceptWithdrawal'>
}

/**
 * Accepts the declaration of withdrawal of a customer who has unlocked the order. Resolves when it is stored durably.
 * `now` is in ms since the epoch. Returns false if the personal values are erased, so that there is no address for the acknowledgement.
 */
export async function withdrawOrder(
  { store, correspondence }: WithdrawDeps,
  found: FoundOrder,
  now: number,
): Promise<boolean> {
  const { order } = found
  const { values, email } = await readOrderValues(store, found)
  const person = billedPersonOf(values, billedFields(funnelByType(order.funnel), values))
  if (email === undefined || !person) return false
  const name = `${person.firstName} ${person.lastName}`
  const details = 'Auf der Statusseite des Auftrags erklärt.'
  await correspondence.acceptWithdrawal(
    { name, email, orderNumber: order.number, details, website: '' },
    { unlockedOrder: order.id },
    // A declaration that is repeated before the first one is recorded is the same one, and informs operators once.
    `${order.id}:${order.changes}:${Math.floor(now / hourMs)}`,
  )
  return true
}

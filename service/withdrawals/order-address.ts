import type { Store } from '#db/ports/store.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'

/** Returns the current e-mail address of an order; undefined if the address has been erased. */
export async function addressOf(
  { log, vault }: Pick<Store, 'log' | 'vault'>,
  order: Order,
): Promise<string | undefined> {
  const found = await findOrder(log, order.id)
  return found && (await readOrderValues({ vault }, found)).email
}

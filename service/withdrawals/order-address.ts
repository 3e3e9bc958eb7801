import type { Store } from '#db/ports/store.ts'
import { formAsOf } from '#domain/events/form-as-of.ts'
import type { Order } from '#domain/orders/evolve-order.ts'

/** Returns the e-mail address with which an order was placed; undefined if the address has been erased. */
export async function addressOf(
  { log, vault }: Pick<Store, 'log' | 'vault'>,
  order: Order,
): Promise<string | undefined> {
  const complete = await log.find({ id: order.id })
  if (!complete) return undefined
  const personal = await vault.read(order.runId, complete.position)
  const { email } = formAsOf([complete], personal).values
  return typeof email === 'string' ? email : undefined
}

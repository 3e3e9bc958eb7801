import type { Store } from '#db/store.ts'
import { type ConversionMessage, conversionMessage } from '#domain/analytics-contract.ts'
import { billingOf } from '#domain/checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { StoredEventOf } from '#domain/stored-event.ts'
import { findOrder } from '#service/orders/find-order.ts'
import { mayBeTold } from './may-be-told.ts'

export interface OwedConversion {
  /** The same at every attempt. */
  id: string
  /** When it was recorded; ms since the epoch. */
  at: number
  message: ConversionMessage
}

/**
 * What there is to tell of an order now, put together from log and vault; undefined when there is nothing: no consent,
 * or the person was erased since.
 */
export async function composeConversion(
  store: Pick<Store, 'log' | 'vault'>,
  orderId: string,
): Promise<OwedConversion | undefined> {
  // The vault after the log: what is erased in between is not there any more.
  const found = await findOrder(store.log, orderId)
  const converted = found?.events.find(
    (event): event is StoredEventOf<'converted'> => event.type === 'converted',
  )
  if (!found || !converted || !mayBeTold(found.complete)) return undefined
  const { order, complete } = found
  const rows = await store.vault.read(order.runId, complete.position)
  const personal = rows.find((row) => row.position === complete.position)?.personal
  const billing = billingOf(personal?.form ?? {}, funnelByType(order.funnel)?.billed?.(complete.facts))
  if (!billing) return undefined
  const { number: orderNumber, funnel, priceCents } = order
  const { id, at } = converted
  const clickIds = personal?.clickIds ?? {}
  return { id, at, message: conversionMessage({ orderNumber, funnel, priceCents, at, billing, clickIds }) }
}

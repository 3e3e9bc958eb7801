import type { EventRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type ConversionMessage, conversionMessage } from '#domain/site/analytics-contract.ts'
import { billingOf } from '#domain/orders/billing/checkout-link.ts'
import { orderOf } from '#domain/orders/evolve-order.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { canReport } from '#domain/runs/can-report.ts'

/**
 * Composes the message about a conversion from the log and the vault. Returns undefined if the visitor did not consent,
 * or if the visitor's data has been erased.
 */
export async function composeConversion(
  store: Pick<Store, 'log' | 'vault'>,
  { runId, position }: Pick<EventRow, 'runId' | 'position'>,
): Promise<ConversionMessage | undefined> {
  // The vault is read after the log, so that data erased between the two reads is not sent.
  const events = await store.log.readOrder(runId)
  const order = orderOf(events)
  const complete = events.find((event): event is StoredEventOf<'complete'> => event.type === 'complete')
  const converted = events.find((event) => event.position === position)
  if (!order || !complete || !converted || !canReport(complete)) return undefined
  const personal = (await store.vault.readAt(runId, complete.position))?.personal
  const billing = billingOf(personal?.form ?? {}, funnelByType(order.funnel)?.billed?.(complete.facts))
  if (!billing) return undefined
  const { number: orderNumber, funnel, priceCents } = order
  const clickIds = personal?.clickIds ?? {}
  return conversionMessage({ orderNumber, funnel, priceCents, at: converted.at, billing, clickIds })
}

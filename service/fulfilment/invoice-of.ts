import type { Store } from '#db/ports/store.ts'
import { invoiceContent } from '#domain/documents/invoice-content.ts'
import type { InvoiceContent, ProviderContent } from '#domain/documents/content.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readInvoiceForm } from '#service/orders/order-values.ts'

interface InvoiceFacts {
  provider: ProviderContent
  number: string
  /** Time at which the number was given, in ms since the epoch. */
  issuedAt: number
}

/**
 * Returns the content of an order's invoice. It depends on the values that were ordered, never on amendments, and can be
 * derived again for a cancellation invoice after all other values of the order have expired. Returns undefined if the
 * name of the person billed was erased.
 */
export async function invoiceOf(
  store: Pick<Store, 'vault'>,
  { order, complete }: Pick<FoundOrder, 'order' | 'complete'>,
  { provider, number, issuedAt }: InvoiceFacts,
): Promise<InvoiceContent | undefined> {
  const funnel = funnelByType(order.funnel)
  if (!funnel) return undefined
  return invoiceContent({
    provider,
    funnel,
    values: await readInvoiceForm(store, { order, complete }),
    orderNumber: order.number,
    priceCents: order.priceCents,
    number,
    issuedAt,
    paidAt: order.paidAt ?? issuedAt,
  })
}

import { type BilledOrder, invoiceValues } from '#domain/orders/billing/invoice-values.ts'
import type { PersonalData } from '#db/ports/event-log.ts'
import type { DataKey } from './data-keys.ts'

interface SealedOrder {
  location: { runId: string; position: number }
  order: BilledOrder
  ciphertext: Uint8Array
}

export type Reduced = { sealed: Buffer } | 'empty' | 'unreadable'

/**
 * Returns the values that the invoice of the order needs, sealed with the invoice key. Returns `empty` if there are no
 * such values, and `unreadable` if the order's values cannot be decrypted.
 */
export function reduceValues(
  { location, order, ciphertext }: SealedOrder,
  { from, invoice }: { from: DataKey | undefined; invoice: () => DataKey },
): Reduced {
  let personal: PersonalData
  try {
    if (!from) return 'unreadable'
    personal = JSON.parse(from.unseal(location, ciphertext)) as PersonalData
  } catch {
    return 'unreadable'
  }
  const form = invoiceValues(order, personal.form ?? {})
  if (Object.keys(form).length === 0) return 'empty'
  return { sealed: invoice().seal(location, JSON.stringify({ form } satisfies PersonalData)) }
}

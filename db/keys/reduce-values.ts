import { type BilledOrder, invoiceValues } from '#domain/orders/invoice-values.ts'
import type { PersonalData } from '#db/ports/event-log.ts'
import type { DataKey } from './data-keys.ts'

interface SealedOrder {
  place: { runId: string; position: number }
  order: BilledOrder
  ciphertext: Uint8Array
}

export type Reduced = { sealed: Buffer } | 'empty' | 'unreadable'

/**
 * Returns the values that the invoice of the order needs, sealed with the invoice key. Returns `empty` if there are no
 * such values, and `unreadable` if the order's values cannot be decrypted.
 */
export function reduceValues(
  { place, order, ciphertext }: SealedOrder,
  { from, invoice }: { from: DataKey | undefined; invoice: () => DataKey },
): Reduced {
  let personal: PersonalData
  try {
    if (!from) return 'unreadable'
    personal = JSON.parse(from.unseal(place, ciphertext)) as PersonalData
  } catch {
    return 'unreadable'
  }
  const form = invoiceValues(order, personal.form ?? {})
  if (Object.keys(form).length === 0) return 'empty'
  return { sealed: invoice().seal(place, JSON.stringify({ form } satisfies PersonalData)) }
}

import type { DocumentFacts } from '#db/ports/document-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { Order } from '#domain/orders/evolve-order.ts'

/**
 * The letter of an order, or why it cannot be printed:
 * - `letter-service`: A letter service prints and posts it, so a second letter would be posted.
 * - `not-submitted`: It is not handed over yet, or the order is sent, paused, withdrawn, failed or refunded.
 * - `missing`: Its PDF is erased or expired.
 */
export type PrintableLetter =
  | { code: 'letter'; letter: DocumentFacts }
  | { code: 'letter-service' | 'not-submitted' | 'missing' }

interface PrintParts {
  store: Pick<Store, 'documents'>
  /** True if a letter service prints and posts the letters. */
  letterService: boolean
}

/** Returns the last version of the letter that is to be printed and posted. */
export async function printableLetter(
  { store, letterService }: PrintParts,
  order: Pick<Order, 'runId' | 'status'>,
): Promise<PrintableLetter> {
  if (letterService) return { code: 'letter-service' }
  if (order.status !== 'submitted') return { code: 'not-submitted' }
  const letters = (await store.documents.list(order.runId)).filter(({ kind }) => kind === 'letter')
  const letter = letters.toSorted((a, b) => b.version - a.version)[0]
  return letter ? { code: 'letter', letter } : { code: 'missing' }
}

import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { ResendResult } from '#service/correspondence/resend-email.ts'
import { CommandRefused } from '#service/commands/command-errors.ts'
import { type FoundOrder, findOrder } from '#service/orders/find-order.ts'

type OrderStore = Pick<Store, 'log' | 'people' | 'projections' | 'outbox' | 'documents' | 'operators'>

/** What the subcommands of `npm run orders` work with. */
export interface OrderTools {
  store: OrderStore
  now: () => number
  /** Time in ms between a payment and the hand-over of the letter. */
  submitAfterMs: number
  /** True if a letter service prints and posts the letters. */
  letterService: boolean
  /** Records what was done to an order. `detail` contains no data of the customer. */
  audit: (action: string, orderId: string, detail: string | null) => Promise<void>
  /** Sends an e-mail again (see `resendEmail`). `id` is that of its outbox row. */
  resendEmail: (id: number, to: string | undefined) => Promise<ResendResult>
  /** Returns the id of the order to whose customer an e-mail goes. */
  customerOrderOf: (row: OutboxRow) => Promise<string | undefined>
}

/**
 * Subcommand of `npm run orders`. Returns the text to print. Throws `CommandRefused` if the state of the store does not
 * allow the subcommand.
 */
export type OrderCommand = (tools: OrderTools) => Promise<string>

/** Finds an order by its number or id. Throws `CommandRefused` if there is none. */
export async function requireOrder({ store }: OrderTools, key: string): Promise<FoundOrder> {
  const byId = await findOrder(store.log, key)
  const id = byId ? undefined : await store.people.findOrder(key.trim().toUpperCase())
  const found = byId ?? (id === undefined ? undefined : await findOrder(store.log, id))
  if (!found) throw new CommandRefused(`There is no order ${JSON.stringify(key)}.`)
  return found
}

/** Returns a time (ms since the epoch) for a terminal. */
export const shownTime = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '')

/** Amount of cents for a terminal, for example `49.99 EUR`. */
export const shownAmount = (cents: number) => `${(cents / 100).toFixed(2)} EUR`

import type { Context } from 'hono'
import type { Store } from '#db/ports/store.ts'
import type { OperatorVariables } from '#service/access/require-operator.ts'

export type DeskContext = Context<OperatorVariables>

/** What an operator does or looks at. `orderId` is null if it concerns no order. Contains no data of customers. */
export interface DeskAction {
  action: string
  orderId: string | null
  detail?: string | null
}

export type Audit = (c: DeskContext, entry: DeskAction) => Promise<void>

/**
 * Returns the function that records what an operator does. It is called before anything is shown or done: if it fails,
 * nothing is.
 */
export function createAudit({ store, now }: { store: Pick<Store, 'operators'>; now: () => number }): Audit {
  return (c, { detail = null, ...entry }) =>
    store.operators.audit({ at: now(), operator: c.var.operator, detail, ...entry })
}

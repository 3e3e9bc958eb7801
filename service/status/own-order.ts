import type { Store } from '#db/ports/store.ts'
import { billedFields, billedPersonOf } from '#domain/orders/billing/checkout-link.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { maskEmail } from '#domain/orders/mask-email.ts'
import type { OwnOrder } from '#domain/orders/order-contract.ts'
import { nextSteps } from '#domain/orders/story/story-steps.ts'
import type { FoundOrder } from '#service/orders/find-order.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import { customerDocumentsOf, describeOrder } from './describe-order.ts'
import type { StatusRouteDeps } from './routes.ts'
import type { StatusLinks } from './status-links.ts'

type OwnOrderDeps = Pick<
  StatusRouteDeps,
  'documents' | 'confirmedAt' | 'now' | 'submitAfterMs' | 'unpaid'
> & {
  store: Pick<Store, 'vault'>
  links: StatusLinks
}

/** Returns a function that describes an order for the browser in which it was placed. */
export function ownOrderDescriber(deps: OwnOrderDeps) {
  const { store, documents, links, now, submitAfterMs, unpaid } = deps
  return async (found: FoundOrder): Promise<OwnOrder> => {
    const { order } = found
    const times = { submitAfterMs, unpaid, now: now() }
    const state = describeOrder(found, times, await deps.confirmedAt(found))
    const { values, email } = await readOrderValues(store, found)
    const person = billedPersonOf(values, billedFields(funnelByType(order.funnel), values))
    return {
      statusUrl: links.url(order.id, now()),
      ...(person && { recipient: `${person.firstName} ${person.lastName}` }),
      ...(email !== undefined && { email: maskEmail(email) }),
      documents: customerDocumentsOf(order, await documents.list(order.runId)),
      can: state.can,
      next: nextSteps(state.steps).map(({ title, text }) => ({ title, text })),
    }
  }
}

import type { Store } from '#db/ports/store.ts'
import { fieldsOf } from '#domain/forms/define-funnel.ts'
import { uploadsIn } from '#domain/forms/fields-by-kind.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { readOrderValues } from '#service/orders/order-values.ts'
import type { AmendedRun } from '#service/uploads/authorise-upload.ts'
import { canAmend } from './describe-order.ts'
import { type StatusRouteDeps, tooLate } from './routes.ts'

type AmendedRunDeps = Pick<StatusRouteDeps, 'unlocking' | 'submitAfterMs' | 'unpaid' | 'now'> & {
  store: Pick<Store, 'vault'>
}

/**
 * Returns a function that finds the run of the order that an access opens, for the uploads of an amendment. The function
 * throws a problem if the access is invalid (401) or the order cannot be amended (409).
 */
export function amendedRunReader({ store, unlocking, submitAfterMs, unpaid, now }: AmendedRunDeps) {
  return async (access: string): Promise<AmendedRun> => {
    const found = await unlocking.byAccess(access)
    const { runId, funnel: type } = found.order
    const funnel = funnelByType(type)
    if (!funnel || !canAmend(found.order, { submitAfterMs, unpaid, now: now() })) throw tooLate()
    const { values } = await readOrderValues(store, found)
    return {
      runId,
      funnel: type,
      ordered: uploadsIn(fieldsOf(funnel), values).flatMap(({ ids }) => [...ids]),
    }
  }
}

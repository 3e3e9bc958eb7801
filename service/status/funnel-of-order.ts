import { funnelOfRun } from '#domain/experiments/variant-funnel.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { Order } from '#domain/orders/evolve-order.ts'

/** Returns the funnel as the run of the order sees it, or undefined if this release does not have it. */
export function funnelOfOrder({ funnel, runId }: Pick<Order, 'funnel' | 'runId'>): Funnel | undefined {
  const declared = funnelByType(funnel)
  return declared && funnelOfRun(declared, runId)
}

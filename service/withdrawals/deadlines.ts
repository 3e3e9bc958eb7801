import type { Logger } from 'pino'
import type { DeclaredOrder } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { OrderDecision } from '#domain/orders/decide-order.ts'
import { decideDeadline } from '#domain/orders/decide-withdrawal.ts'
import type { Order } from '#domain/orders/evolve-order.ts'
import type { BackgroundLoop } from '#service/background/background-loop.ts'
import type { OrderOutcome } from '#service/orders/change-order.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'

export type DecideByDeadline = <Code extends string>(
  orderId: string,
  decide: (order: Order) => OrderDecision<Code>,
) => Promise<OrderOutcome<Code>>

export interface DeadlineSettings {
  store: Pick<Store, 'projections'>
  replicas: PeriodicWork['replicas']
  now: () => number
  log: Logger
  /** Appends the decision on an order's withdrawal and enqueues the e-mails about the decision. */
  decide: DecideByDeadline
}

const pageSize = 100
const everyMs = 60_000

/** Starts a loop that withdraws orders whose withdrawal was declared and not objected to within the deadline. */
export function createDeadlines(settings: DeadlineSettings): BackgroundLoop {
  const { replicas, now, log } = settings
  return startPeriodicWork({
    name: 'withdrawal-deadlines',
    replicas,
    now,
    log,
    work: async (at) => {
      const next = await withdrawOverdue(settings, at === begin ? undefined : at)
      return next === undefined ? { at: begin, inMs: everyMs } : { at: next, inMs: 0 }
    },
  })
}

/**
 * Reads one page of the orders with a declared withdrawal and withdraws those whose deadline has passed. Returns the id
 * after which the next page starts; undefined after the last page. An order whose withdrawal fails is logged and
 * skipped, so that it does not block others.
 */
export async function withdrawOverdue(
  settings: Omit<DeadlineSettings, 'replicas'>,
  after?: string,
): Promise<string | undefined> {
  const { store, log } = settings
  const declared = await store.projections.declaredOrders(pageSize, after)
  for (const row of declared)
    await withdrawIfDue(settings, row).catch((error: unknown) =>
      log.error(
        { err: error, orderId: row.orderId },
        'the deadline of a declared withdrawal could not be decided',
      ),
    )
  return declared.length === pageSize ? declared.at(-1)!.orderId : undefined
}

async function withdrawIfDue(
  { now, log, decide }: Pick<DeadlineSettings, 'now' | 'log' | 'decide'>,
  { orderId, number }: DeclaredOrder,
): Promise<void> {
  const at = now()
  const outcome = await decide(orderId, (order) => decideDeadline(order, at))
  if (outcome.code !== 'changed') return
  log.info({ orderNumber: number }, 'order withdrawn: no operator declined the declared withdrawal in time')
}

import type { CountedRun, OrderRow, RunRow } from '#db/ports/projection-store.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { allMeasures } from '#domain/runs/outcome-measures.ts'
import { segmentOf } from '#domain/runs/run-measures.ts'
import { orderSource } from '#domain/runs/run-touches.ts'
import { netRevenueCents } from '#domain/runs/run-revenue.ts'
import { type RunState, runStateSchema } from '#domain/runs/run-state.ts'
import { orderStatus } from '#domain/orders/evolve-order.ts'
import { orderWork } from '#domain/orders/order-work.ts'
import { runDay, runStatus } from '#domain/runs/evolve-run.ts'

export function runRow(state: RunState): CountedRun {
  return {
    runId: state.runId,
    funnel: state.origin.funnel,
    version: state.origin.version,
    startedAt: state.origin.at,
    day: runDay(state),
    status: runStatus(state),
    silentSince: state.silentSince,
    lastPosition: state.lastPosition,
    state,
    segment: segmentOf(state),
    measures: allMeasures(state),
  }
}

/** Returns the row of the run's order, if it has one. */
export function orderRow(state: RunState): OrderRow | undefined {
  const { order, runId } = state
  if (!order) return undefined
  return {
    orderId: order.id,
    number: order.number,
    runId,
    funnel: order.funnel,
    at: order.at,
    day: berlinDay(order.at),
    position: order.position,
    priceCents: order.priceCents,
    status: orderStatus(state),
    source: orderSource(state),
    work: orderWork(state),
    visitor: state.bot ? 'robot' : 'person',
    netCents: netRevenueCents(state),
    payment: state.paid ? (state.testPayment ? 'test' : 'money') : 'none',
    lastPosition: state.lastPosition,
    paidAt: state.paidAt,
    startFunnel: state.origin.funnel,
    startDay: runDay(state),
  }
}

/** Returns the state of a run as stored in its row. Throws if another version of the software wrote it. */
export function readState({ runId, state }: Pick<RunRow, 'runId' | 'state'>): RunState {
  const read = runStateSchema.safeParse(state)
  // The stored object is returned instead of zod's result, because zod may reorder members, and a rebuild must produce
  // the same JSON text.
  if (read.success) return state as RunState
  const where = read.error.issues[0]?.path.join('.') || 'the whole of it'
  throw new Error(
    `The projected state of run ${runId} was written by another version of Formlotse (${where} does not fit). ` +
      'Run `npm run projections:rebuild`.',
  )
}

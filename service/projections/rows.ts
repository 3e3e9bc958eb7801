import type { CountedRun, OrderRow, RunRow } from '#db/projection-store.ts'
import { berlinDay } from '#domain/berlin-time.ts'
import { measures, segmentOf } from '#domain/run-measures.ts'
import { orderSource } from '#domain/run-credits.ts'
import { type RunState, runStateSchema } from '#domain/run-state.ts'
import { orderStatus, runDay, runStatus } from '#domain/run.ts'

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
    measures: measures(state),
  }
}

/** The row of the run's order, if it has one. */
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
  }
}

/** The fold state kept in a row. Throws when another version of the software wrote it. */
export function readState({ runId, state }: RunRow): RunState {
  const read = runStateSchema.safeParse(state)
  // As it was read, not as zod puts it together again: a rebuild must come to the same text.
  if (read.success) return state as RunState
  const where = read.error.issues[0]?.path.join('.') || 'the whole of it'
  throw new Error(
    `The projected state of run ${runId} was written by another version of Formlotse (${where} does not fit). ` +
      'Run `npm run projections:rebuild`.',
  )
}

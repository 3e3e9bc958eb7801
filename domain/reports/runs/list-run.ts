import { segmentOf } from '#domain/runs/run-measures.ts'
import type { ListedRun } from './shape.ts'
import { orderStatus } from '#domain/orders/evolve-order.ts'
import { isRecovered, runStatus } from '#domain/runs/evolve-run.ts'
import type { RunState } from '#domain/runs/run-state.ts'

/** Returns the current display status of an order. `at` is the time of the order, in ms since the epoch. */
export type StatusOf = (order: {
  status: ReturnType<typeof orderStatus>
  at: number
}) => NonNullable<ListedRun['orderStatus']>

/** Returns a run as lists show it, without personal data. */
export function listRun(state: RunState, statusOf: StatusOf): ListedRun {
  const { runId, origin, order } = state
  const { weekday: _weekday, hour: _hour, ...segment } = segmentOf(state)
  return {
    runId,
    funnel: origin.funnel,
    startedAt: new Date(origin.at).toISOString(),
    ...segment,
    consent: origin.consent,
    robot: state.bot,
    stage: order ? order.step : furthestStep(state),
    status: runStatus(state),
    recovered: isRecovered(state),
    orderNumber: order?.number ?? null,
    orderedAt: order && new Date(order.at).toISOString(),
    orderStatus: order && statusOf({ status: orderStatus(state), at: order.at }),
    priceCents: order?.priceCents ?? null,
    credit: null,
    change: null,
  }
}

function furthestStep({ origin, steps }: RunState): number {
  return Math.max(0, ...steps.filter(({ version }) => version === origin.version).map(({ step }) => step))
}

import { segmentOf } from '../run-measures.ts'
import type { ListedRun } from './run-shapes.ts'
import { isRecovered, orderStatus, runStatus } from '../run.ts'
import type { RunState } from '../run-state.ts'

/** A run as lists show it, without anything about the person. */
export function listRun(state: RunState): ListedRun {
  const { runId, origin, order } = state
  return {
    runId,
    funnel: origin.funnel,
    startedAt: new Date(origin.at).toISOString(),
    browser: origin.browser,
    ...segmentOf(state),
    consent: origin.consent,
    stage: order ? order.step : furthestStep(state),
    status: runStatus(state),
    recovered: isRecovered(state),
    orderNumber: order?.number ?? null,
    orderStatus: order && orderStatus(state),
    priceCents: order?.priceCents ?? null,
    credit: null,
  }
}

function furthestStep({ origin, steps }: RunState): number {
  return Math.max(0, ...steps.filter(({ version }) => version === origin.version).map(({ step }) => step))
}

import { noKey } from './attribution.ts'
import { isRecovered, orderStatus, runStatus } from './run.ts'
import { runTouches } from './run-credits.ts'
import type { RunState } from './run-state.ts'
import { timeBucket } from './time-buckets.ts'

export interface RunSegment {
  device: string
  source: string
  medium: string
  campaign: string
  /** Answer to the funnel's `reportBy` as last known; (none) before it was chosen. */
  reason: string
}

/** Device of the start, source, medium and campaign of its last touch, and what the visitor came for. */
export function segmentOf(state: RunState): RunSegment {
  const last = runTouches(state).at(-1)
  return {
    device: state.origin.device,
    source: last?.source ?? noKey,
    medium: last?.medium ?? noKey,
    campaign: last?.campaign ?? noKey,
    reason: state.reason?.value ?? noKey,
  }
}

/**
 * What a run is counted under. Exactly one of `stage:<furthest step done>` and `completed`; `abandoned` as well;
 * `seconds:<step>:<bucket>` for each step with a known time; `invalid:<step>:<field>:<rule>`, and `gaveUp:…` the same
 * for a run that never got past that step; `noConsent`. An order also has `order:<priceCents>`, `recovered` when the run
 * had been left before it, `paid` or `withdrawn`, and `tracking:<browser>:<missing>`: how many of the start and of the
 * steps before it never came.
 * Steps of another version than the run's own are left out, because their numbers mean other steps.
 * A robot's run has no measures.
 */
export function measures(state: RunState): string[] {
  if (state.bot) return []
  const { version } = state.origin
  const steps = state.steps.filter((visits) => visits.version === version)
  const furthest = Math.max(0, ...steps.map((visits) => visits.step))
  const refused = state.refusals
    .filter((refusal) => refusal.version === version)
    .map((refusal) => ({ ...refusal, what: `${refusal.step}:${refusal.field}:${refusal.rule}` }))
  return [
    state.order ? 'completed' : `stage:${furthest}`,
    ...(runStatus(state) === 'abandoned' ? ['abandoned'] : []),
    ...(state.origin.consent === 'none' ? ['noConsent'] : []),
    ...orderMeasures(state),
    ...stepTimes(state).map(({ step, ms }) => `seconds:${step}:${timeBucket(ms)}`),
    ...refused.map(({ what }) => `invalid:${what}`),
    ...refused.filter(({ step }) => !state.order && furthest < step).map(({ what }) => `gaveUp:${what}`),
  ]
}

function orderMeasures(state: RunState): string[] {
  const { origin, order, steps } = state
  if (!order) return []
  const came = steps.filter(({ version, step }) => version === origin.version && step < order.step).length
  const missing = order.step - came - (origin.kind === 'start' ? 1 : 0)
  const status = orderStatus(state)
  return [
    `order:${order.priceCents}`,
    ...(isRecovered(state) ? ['recovered'] : []),
    ...(status === 'ordered' ? [] : [status]),
    `tracking:${origin.browser}:${missing}`,
  ]
}

function stepTimes({ origin, steps, order }: RunState): { step: number; ms: number }[] {
  const own = steps.filter((visits) => visits.version === origin.version)
  if (order?.version !== origin.version) return own
  const times: { step: number; ms: number }[] = own.filter((visits) => visits.step < order.step)
  // No step event tells the time on the last step: it runs from the step before it to the order.
  const before = own.find((visits) => visits.step === order.step - 1)
  if (!before || before.lastAt > order.at) return times
  return [...times, { step: order.step, ms: order.at - before.lastAt }]
}

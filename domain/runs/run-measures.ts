import { noKey, otherKey } from '#domain/attribution/credit-touches.ts'
import { berlinHour } from '#domain/time/berlin-time.ts'
import { type RunSegment, hours, weekdayOf } from './dimensions.ts'
import { isCounted, isRecovered, runDay, runStatus } from './evolve-run.ts'
import { fieldMeasures } from './field-measures.ts'
import { orderTimeRange, timeSinceStart } from './order-times.ts'
import { runChoices } from './run-choices.ts'
import { orderTouches, runTouches, timeSinceContact } from './run-touches.ts'
import { endsOf, netRevenueCents } from './run-revenue.ts'
import type { RunState } from './run-state.ts'
import { windowOf } from './order-windows.ts'
import { timeBucket } from '#domain/runs/buckets/time-buckets.ts'

/**
 * Returns the values of a run in all dimensions. Source, medium and campaign are those of its last touch; the reason is
 * the last known value of the funnel's `reportBy` field. All others are those of the event that defines its origin.
 */
export function segmentOf(state: RunState): RunSegment {
  const last = runTouches(state).at(-1)
  const shown = (value: string | undefined) => (state.otherSegment ? otherKey : (value ?? noKey))
  const { device, browser, os, channel, entryPath, consent, at } = state.origin
  return {
    device,
    browser,
    os,
    channel,
    source: shown(last?.source),
    medium: shown(last?.medium),
    campaign: shown(last?.campaign),
    reason: state.reason?.value ?? noKey,
    entry: entryPath ?? noKey,
    consent,
    weekday: weekdayOf(runDay(state)),
    hour: hours[berlinHour(at)]!,
  }
}

/**
 * Returns the measures of a run, which are the names under which reports count it:
 * - `completed` if it has an order, otherwise `stage:<furthest completed step>`
 * - `abandoned:<furthest completed step>` if the visitor left without ordering
 * - `noConsent` if the run started without consent, and `robot` if it seemed to be a robot's
 * - `seconds:<step>:<bucket>` for each step with a known time
 * - `invalid:<step>:<field>:<rule>` for each rule that rejected a field, and `gaveUp:<step>:<field>:<rule>` as well if
 *   the visitor left without passing that step
 * - what explains losses without a message (see `fieldMeasures`)
 * - `choice:<field>:<value>` for each choice that reports compare (see `runChoices`)
 * - with an order: `orderedIn:<bucket>` of the time from the start to the order, and `within:<window>` (see `windowOf`);
 *   `sinceContact:<range>` and `sinceStart:<range>` of the times until the order (see `orderTimeLimits`);
 *   `order:<priceCents>`; `recovered` if the visitor had left before; `severalContacts` if it is credited
 *   to more than one contact; what ended it (see `endsOf`), or if
 *   nothing did and it was paid, `paid` and `net:<priceCents>`; `paidIn:<bucket>` of the time from the order to the
 *   payment and `sentIn:<bucket>` of the time from the payment to the posted letter; and
 *   `tracking:<browser>:<missing>`, where `missing` is how many of the expected events before the order never arrived
 *
 * Only the steps of the funnel version in which the run started are included. In other versions, the same numbers refer
 * to different steps. Runs that reports do not count have no measures (see `isCounted`).
 */
export function measures(state: RunState): string[] {
  if (!isCounted(state)) return []
  const { version } = state.origin
  const steps = state.steps.filter((visits) => visits.version === version)
  const hasLeft = runStatus(state) === 'abandoned'
  const furthest = Math.max(0, ...steps.map((visits) => visits.step))
  const refused = state.refusals
    .filter((refusal) => refusal.version === version)
    .map((refusal) => ({ ...refusal, what: `${refusal.step}:${refusal.field}:${refusal.rule}` }))
  return [
    state.order ? 'completed' : `stage:${furthest}`,
    ...(hasLeft ? [`abandoned:${furthest}`] : []),
    ...(state.origin.consent === 'none' ? ['noConsent'] : []),
    ...(state.bot ? ['robot'] : []),
    ...orderMeasures(state),
    ...stepTimes(state).map(({ step, ms }) => `seconds:${step}:${timeBucket(ms)}`),
    ...refused.map(({ what }) => `invalid:${what}`),
    ...refused.filter(({ step }) => hasLeft && furthest < step).map(({ what }) => `gaveUp:${what}`),
    ...fieldMeasures(state, { furthest, hasLeft }),
    ...runChoices(state).map(({ field, value }) => `choice:${field}:${value}`),
  ]
}

function orderMeasures(state: RunState): string[] {
  const { origin, order, steps } = state
  if (!order) return []
  const came = steps.filter(({ version, step }) => version === origin.version && step < order.step).length
  // The clocks of a client can place the order before the start.
  const untilOrder = Math.max(0, order.at - origin.at)
  const missing = order.step - came - (origin.kind === 'start' ? 1 : 0)
  return [
    `order:${order.priceCents}`,
    `orderedIn:${timeBucket(untilOrder)}`,
    `within:${windowOf(untilOrder)}`,
    ...(isRecovered(state) ? ['recovered'] : []),
    ...(orderTouches(state).length > 1 ? ['severalContacts'] : []),
    ...timeMeasures('sinceContact', timeSinceContact(state)),
    ...timeMeasures('sinceStart', timeSinceStart(state)),
    ...outcomeMeasures(state),
    ...fulfilmentMeasures(state, order.at),
    `tracking:${origin.browser}:${missing}`,
  ]
}

function timeMeasures(kind: string, ms: number | undefined): string[] {
  return ms === undefined ? [] : [`${kind}:${orderTimeRange(ms)}`]
}

function outcomeMeasures(state: RunState): string[] {
  const ends = endsOf(state)
  return ends.length === 0 && state.paid ? ['paid', `net:${netRevenueCents(state)}`] : ends
}

/** Returns how long the order took to be paid and to be posted. Every paid or posted order has one measure of each. */
function fulfilmentMeasures({ paidAt, sentAt }: RunState, orderedAt: number): string[] {
  if (paidAt === null) return []
  const paidIn = `paidIn:${timeBucket(paidAt - orderedAt)}`
  return sentAt === null ? [paidIn] : [paidIn, `sentIn:${timeBucket(sentAt - paidAt)}`]
}

function stepTimes({ origin, steps, order }: RunState): { step: number; ms: number }[] {
  const own = steps.filter((visits) => visits.version === origin.version)
  if (order?.version !== origin.version) return own
  const times: { step: number; ms: number }[] = own.filter((visits) => visits.step < order.step)
  // The last step has no `step` event: its time runs from the previous step to the order.
  const before = own.find((visits) => visits.step === order.step - 1)
  if (!before || before.lastAt > order.at) return times
  return [...times, { step: order.step, ms: order.at - before.lastAt }]
}

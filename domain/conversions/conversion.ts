import { type AttributionModel, allot, shares } from '#domain/attribution/credit-touches.ts'
import type { AdPlatform, ClickId } from '#domain/events/wire-events.ts'
import { endsOf } from '#domain/runs/run-revenue.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import { orderTouches } from '#domain/runs/run-touches.ts'
import { dayMs } from '#domain/time/durations.ts'

/** Kind of click id by which each platform recognises a click. */
export const clickIdOf = {
  google: 'gclid',
  microsoft: 'msclkid',
} as const satisfies Record<AdPlatform, ClickId>

/**
 * Age in days up to which files contain conversions. Google Ads refuses conversions more than 90 days after the click,
 * whatever the window of the conversion action is:
 * https://support.google.com/google-ads/answer/7014069
 */
export const reportedDays = 90

/**
 * What a platform learns of a paid order. Each paid order has exactly one of these states:
 * - `testPayment`: the order was paid by a test payment, in which no money is paid
 * - `noClickId`: no credited contact came through an ad of the platform
 * - `noConsent`: the visitor has not consented to this platform, or seems to be a robot
 * - `noValue`: the attribution model credits nothing to the contact with the click id
 * - `retracted`: the order was withdrawn, failed or was refunded, so that the platform must not count it
 * - `removed`: the click id was erased, or its retention has ended
 * - `unusable`: the click id has characters that no click id of the platform has
 * - `available`: the files contain the order, but none was read since its payment
 * - `reported`: the file of conversions was read after the payment, so that it contained the order
 */
export const conversionStates = [
  'available',
  'reported',
  'retracted',
  'noClickId',
  'noConsent',
  'noValue',
  'removed',
  'unusable',
  'testPayment',
] as const
export type ConversionState = (typeof conversionStates)[number]

/** A paid order, as far as its state can be decided without its click id. */
export interface Candidate {
  runId: string
  /** Log position of the `complete`, at which the vault has the click id. */
  position: number
  /** The platform's id of the conversion. The order number says nothing about the customer. */
  orderNumber: string
  funnel: string
  /** Time of the order, in ms since the epoch. */
  at: number
  priceCents: number
  /** The part of the price that the model credits to the contact with the click id. */
  valueCents: number
  /** Time of the first payment, in ms since the epoch. */
  paidAt: number
  /** Time from which the platform must not count the order, in ms since the epoch; null if it counts. */
  retractedAt: number | null
  /** `candidate` if the files contain the order unless its click id is missing. */
  state: Exclude<ConversionState, 'available' | 'reported' | 'removed' | 'unusable'> | 'candidate'
}

/** Returns what is known about the order of a run without its click id; undefined if the order is not paid. */
export function candidateOf(
  state: RunState,
  platform: AdPlatform,
  model: AttributionModel,
): Candidate | undefined {
  const { order, paidAt, runId, endedAt } = state
  if (!order || paidAt === null) return undefined
  const valueCents = creditedCents(state, order.priceCents, { platform, model })
  const ended = endsOf(state).length > 0
  return {
    runId,
    position: order.position,
    orderNumber: order.number,
    funnel: order.funnel,
    at: order.at,
    priceCents: order.priceCents,
    valueCents: valueCents ?? 0,
    paidAt,
    // Platforms refuse an adjustment that is not later than its conversion. They know whole seconds.
    retractedAt: ended ? Math.max(endedAt ?? 0, order.at + 1000) : null,
    state: stateWithoutId({ testPayment: state.testPayment, valueCents, ended }, order.reportTo, platform),
  }
}

function stateWithoutId(
  {
    testPayment,
    valueCents,
    ended,
  }: { testPayment: boolean; valueCents?: number | undefined; ended: boolean },
  reportTo: readonly AdPlatform[] | undefined,
  platform: AdPlatform,
): Candidate['state'] {
  if (testPayment) return 'testPayment'
  if (valueCents === undefined) return 'noClickId'
  if (!reportTo?.includes(platform)) return 'noConsent'
  if (valueCents === 0) return 'noValue'
  return ended ? 'retracted' : 'candidate'
}

/**
 * Returns the part of an amount that the model credits to the contact whose click id is stored: of each kind the vault
 * has the newest, so this is the last contact with one. Undefined if no credited contact has one.
 */
function creditedCents(
  state: RunState,
  cents: number,
  { platform, model }: { platform: AdPlatform; model: AttributionModel },
): number | undefined {
  const touches = orderTouches(state)
  const index = touches.findLastIndex(({ clickIds }) => clickIds?.includes(clickIdOf[platform]))
  return index === -1 ? undefined : allot(cents, shares(model, touches))[index]!
}

/** A click id as platforms make them. Anything else was typed by somebody and could break the file. */
const usable = /^[\w.-]{1,200}$/

interface Known {
  clickId: string | undefined
  /** Time until which payments were in the file of conversions when it was last read, in ms since the epoch. */
  readUntil: number
}

/** Returns the state of an order, given its click id; undefined if there is none. */
export function stateOf(
  { state, paidAt }: Pick<Candidate, 'state' | 'paidAt'>,
  { clickId, readUntil }: Known,
): ConversionState {
  if (state !== 'candidate') return state
  if (clickId === undefined) return 'removed'
  if (!usable.test(clickId)) return 'unusable'
  return paidAt <= readUntil ? 'reported' : 'available'
}

/** Returns the first instant of the conversions that files contain, in ms since the epoch. */
export function reportedSince(now: number): number {
  return now - reportedDays * dayMs
}

import { attributionModels, creditUnit, creditDimensions } from '#domain/attribution/credit-touches.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { StoredEvent, StoredEventOf, Touch } from '#domain/events/stored-event.ts'

// Counts each run from all its events. Does not use the projections, which process events in batches.

const week = 7 * 24 * 3600 * 1000

export interface NaiveRun {
  day: string
  funnel: string
  version: number
  segment: RunSegment
  stage: number
  outcome: 'completed' | 'abandoned' | 'open'
  noConsent: boolean
  robot: boolean
  /** Undefined if the run has no order. */
  order:
    | {
        priceCents: number
        /** Time from the start to the order in ms. */
        afterMs: number
        recovered: boolean
        status: string
        /** Time from the order to the earliest payment in ms; null if there is none. */
        paidAfterMs: number | null
        browser: string
        missing: number
      }
    | undefined
  /** Time on each step, in ms. */
  times: Map<number, number>
  invalid: Set<string>
  credits: Map<string, NaiveCredit>
}

export interface NaiveCredit {
  runs: number
  orders: number
  revenueCents: number
  netRevenueCents: number
}

/** Counts each run, except those of bots without a payment. Returns the counted runs by id. */
export function countNaively(events: readonly StoredEvent[]): Map<string, NaiveRun> {
  const runs = new Map<string, NaiveRun>()
  for (const runId of new Set(events.map((event) => event.runId))) {
    const own = events
      .filter((event) => event.runId === runId)
      .sort((a, b) => a.at - b.at || a.position - b.position)
    if (!own.some(({ meta }) => meta.bot) || own.some(({ type }) => type === 'paid'))
      runs.set(runId, countRun(own))
  }
  return runs
}

const ofService = new Set([
  'lapsed',
  'paid',
  'withdrawal_declared',
  'withdrawal_revoked',
  'withdrawn',
  'converted',
  'erased',
])
/**
 * Only events of these types determine whether a run without an order counts as abandoned: it does if the last of them
 * is `abandon` or `lapsed`.
 */
const outcomeTypes = new Set(['step', 'invalid', 'email', 'abandon', 'lapsed'])

function countRun(own: StoredEvent[]): NaiveRun {
  const first =
    own.find(({ type }) => type === 'start') ?? own.find(({ type }) => !ofService.has(type)) ?? own[0]!
  const version = first.funnelVersion
  const steps = own.filter(
    (event) => event.type === 'step' && event.funnelVersion === version,
  ) as StoredEventOf<'step'>[]
  const order = own.find((event): event is StoredEventOf<'complete'> => event.type === 'complete')
  const last = own.findLast(({ type }) => outcomeTypes.has(type))
  const left = last?.type === 'abandon' || last?.type === 'lapsed'
  const touches = recent(first.meta.touches, first.occurredAt)
  const lastTouch = touches.at(-1)
  return {
    day: new Date(first.at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }),
    funnel: first.funnel,
    version,
    segment: {
      device: first.meta.device,
      browser: first.meta.browser,
      os: first.meta.os,
      source: lastTouch?.source ?? '(none)',
      medium: lastTouch?.medium ?? '(none)',
      campaign: lastTouch?.campaign ?? '(none)',
      reason: reasonOf(own) ?? '(none)',
      entry: first.type === 'start' ? first.data.entry : '(none)',
      consent: first.meta.consent,
      weekday: new Date(first.at)
        .toLocaleDateString('en-US', { timeZone: 'Europe/Berlin', weekday: 'long' })
        .toLowerCase(),
      hour: new Date(first.at).toLocaleTimeString('sv-SE', { timeZone: 'Europe/Berlin' }).slice(0, 2),
    },
    stage: order ? 4 : Math.max(0, ...steps.map(({ step }) => step)),
    outcome: order ? 'completed' : left ? 'abandoned' : 'open',
    noConsent: first.meta.consent === 'none',
    robot: own.some(({ meta }) => meta.bot),
    order: order && orderOf(own, order, { first, steps }),
    times: timesOf(steps, order?.funnelVersion === version ? order : undefined),
    invalid: new Set(
      own.flatMap((event) =>
        event.type === 'invalid' && event.funnelVersion === version
          ? event.data.fields.map(({ field, rule }) => `${event.step}|${field}|${rule}`)
          : [],
      ),
    ),
    credits: creditsOf(
      touches,
      order && { touches: recent(order.meta.touches, first.occurredAt), order, isNet: isNet(own) },
    ),
  }
}

/** Returns the last reason that the visitor gave for the deregistration (Abmeldung). */
function reasonOf(own: StoredEvent[]): string | undefined {
  const reasons = own.flatMap(({ funnel, facts }) =>
    funnel === 'abmeldung' ? (facts['abmeldegrund'] ?? []) : [],
  )
  return reasons.at(-1) as string | undefined
}

function orderOf(
  own: StoredEvent[],
  order: StoredEventOf<'complete'>,
  { first, steps }: { first: StoredEvent; steps: StoredEvent[] },
) {
  const has = (type: string) => own.some((event) => event.type === type)
  const paidTimes = own.filter(({ type }) => type === 'paid').map(({ at }) => at)
  const before = own.slice(0, own.indexOf(order))
  const expected = [1, 2, 3].map((number) => steps.some(({ step }) => step === number))
  return {
    priceCents: order.data.priceCents,
    afterMs: Math.max(0, order.at - first.at),
    recovered: before.some(({ type }) => type === 'abandon' || type === 'lapsed'),
    status: has('withdrawn') ? 'withdrawn' : has('paid') ? 'paid' : '',
    paidAfterMs: paidTimes.length > 0 ? Math.min(...paidTimes) - order.at : null,
    browser: first.meta.browser,
    missing: [has('start'), ...expected].filter((received) => !received).length,
  }
}

function recent(touches: readonly Touch[], startedAt: number): Touch[] {
  return touches.filter(({ at }) => at >= startedAt - week).sort((a, b) => a.at - b.at)
}

function timesOf(steps: StoredEventOf<'step'>[], order: StoredEvent | undefined): Map<number, number> {
  const times = new Map<number, number>()
  for (const { step, data } of steps)
    times.set(step, (times.get(step) ?? 0) + Math.round(data.seconds * 1000))
  const third = steps.filter(({ step }) => step === 3).map(({ at }) => at)
  if (order && third.length > 0 && Math.max(...third) <= order.at) times.set(4, order.at - Math.max(...third))
  return times
}

/** Returns whether the order is paid and not withdrawn. Random runs contain no other end of an order. */
function isNet(own: readonly StoredEvent[]): boolean {
  const has = (type: string) => own.some((event) => event.type === type)
  return has('paid') && !has('withdrawn')
}

function creditsOf(forRun: Touch[], ordered?: { touches: Touch[]; order: StoredEvent; isNet: boolean }) {
  const credits = new Map<string, NaiveCredit>()
  const add = (touches: Touch[], what: keyof NaiveCredit, amount: number) => {
    for (const model of attributionModels)
      for (const dimension of creditDimensions)
        for (const [key, part] of split(model, dimension, touches, amount)) {
          const name = `${model}|${dimension}|${key}`
          const sum = credits.get(name) ?? { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }
          credits.set(name, { ...sum, [what]: sum[what] + part })
        }
  }
  add(forRun, 'runs', creditUnit)
  if (ordered) {
    add(ordered.touches, 'orders', creditUnit)
    const { priceCents } = (ordered.order as StoredEventOf<'complete'>).data
    add(ordered.touches, 'revenueCents', priceCents)
    if (ordered.isNet) add(ordered.touches, 'netRevenueCents', priceCents)
  }
  return credits
}

/**
 * Splits an amount among the touches, as the attribution model prescribes. Returns the unrounded shares by key. The key
 * of a touch is its value of the dimension.
 */
function split(model: string, dimension: string, touches: Touch[], amount: number): Map<string, number> {
  const parts = new Map<string, number>()
  const n = touches.length
  if (n === 0) return parts.set(dimension === 'sourceCampaign' ? '["(none)","(none)"]' : '(none)', amount)
  const ages = touches.map(({ at }) => (touches.at(-1)!.at - at) / (24 * 3600 * 1000))
  const decay = ages.map((age) => 0.5 ** age)
  for (const [index, touch] of touches.entries()) {
    const middle = n > 2 ? 0.2 / (n - 2) : 0
    const share = {
      first: index === 0 ? 1 : 0,
      last: index === n - 1 ? 1 : 0,
      linear: 1 / n,
      position: n < 3 ? 1 / n : index === 0 || index === n - 1 ? 0.4 : middle,
      decay: decay[index]! / decay.reduce((sum, weight) => sum + weight, 0),
    }[model]!
    const key =
      dimension === 'sourceCampaign'
        ? JSON.stringify([touch.source ?? '(none)', touch.campaign ?? '(none)'])
        : ((touch[dimension as keyof Touch] as string | undefined) ?? '(none)')
    if (share > 0) parts.set(key, (parts.get(key) ?? 0) + share * amount)
  }
  return parts
}

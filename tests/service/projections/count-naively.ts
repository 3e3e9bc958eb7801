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
  /** `<experiment>:<variant>` of the event at which the run begins, or `(none)`. */
  variant: string
  stage: number
  outcome: 'completed' | 'abandoned' | 'open'
  noConsent: boolean
  /** Channel of the last contact. */
  channel: string
  robot: boolean
  /** Undefined if the run has no order. */
  order:
    | {
        priceCents: number
        /** ms since the epoch */
        at: number
        /** Time from the start to the order in ms. */
        afterMs: number
        recovered: boolean
        /** Number of contacts to which the order is credited. */
        contacts: number
        /** Times from the first contact and from the start to the order in ms; undefined if unknown. */
        sinceContactMs: number | undefined
        sinceStartMs: number | undefined
        /** Channels of the contacts. */
        path: string
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
  /** Use of the fields of the steps that reports compare, by `<step>|<field>`. */
  fields: Map<string, { ms: number; edits: number; neverFilled: boolean }>
  /** Step at which the visitor left without having seen a message there or later. */
  silentAt: number | undefined
  /** Field in which the visitor was last at that step; null if in none, undefined if unknown. */
  lastField: string | null | undefined
  /** Values of the compared choices, by the name of the field. */
  choices: Map<string, string>
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
  'support_requested',
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
  const touches = contactsOf(first, first)
  const lastTouch = touches.at(-1)
  const stage = order ? 4 : Math.max(0, ...steps.map(({ step }) => step))
  const sawMessage = own.some(
    ({ type, step, funnelVersion }) => type === 'invalid' && funnelVersion === version && step > stage,
  )
  const silentAt = !order && left && !sawMessage ? stage + 1 : undefined
  return {
    day: new Date(first.at).toLocaleDateString('sv-SE', { timeZone: 'Europe/Berlin' }),
    funnel: first.funnel,
    version,
    segment: {
      device: first.meta.device,
      browser: first.meta.browser,
      os: first.meta.os,
      channel: lastTouch?.channel ?? '(none)',
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
    variant: first.type === 'start' ? nameOfVariant(first.data.variants) : '(none)',
    stage,
    outcome: order ? 'completed' : left ? 'abandoned' : 'open',
    noConsent: first.meta.consent === 'none',
    channel: lastTouch?.channel ?? '(none)',
    robot: own.some(({ meta }) => meta.bot),
    order: order && {
      ...orderOf(own, order, { first, steps }),
      ...wayOf(first, order),
    },
    times: timesOf(steps, order?.funnelVersion === version ? order : undefined),
    invalid: new Set(
      own.flatMap((event) =>
        event.type === 'invalid' && event.funnelVersion === version
          ? event.data.fields.map(({ field, rule }) => `${event.step}|${field}|${rule}`)
          : [],
      ),
    ),
    fields: fieldsOf(own, version, new Set([...steps.map(({ step }) => step), silentAt])),
    silentAt,
    lastField: lastFieldOf(own, version, silentAt),
    choices: version === 1 ? choicesOf(own, first.funnel, stage) : new Map(),
    credits: creditsOf(
      touches,
      order && { touches: contactsOf(first, order), order, isNet: isNet(own), way: wayOf(first, order) },
    ),
  }
}

function nameOfVariant([own]: StoredEventOf<'start'>['data']['variants'] & object = []): string {
  return own ? `${own.experiment}:${own.variant}` : '(none)'
}

/** Fields of the random events, by funnel and step. Version 2 exists in no funnel, so its steps can have any field. */
const fieldsOfSteps: Record<string, string[][]> = {
  anmeldung: [['vorname'], ['adresse.plz'], ['email']],
  abmeldung: [['vorname', 'adresse.plz'], ['email'], []],
}

function isOfStep({ funnel, funnelVersion, step }: StoredEvent, field: string): boolean {
  return funnelVersion === 2 || (fieldsOfSteps[funnel]?.[step - 1]?.includes(field) ?? false)
}

function fieldsOf(own: StoredEvent[], version: number, counted: ReadonlySet<number | undefined>) {
  const reports = own.flatMap((event) =>
    (event.type === 'step' || event.type === 'abandon') &&
    event.funnelVersion === version &&
    counted.has(event.step)
      ? (event.data.fieldTimes ?? [])
          .filter(({ field }) => isOfStep(event, field))
          .map((time) => ({ ...time, key: `${event.step}|${time.field}` }))
      : [],
  )
  return new Map(
    [...Map.groupBy(reports, ({ key }) => key)].map(([key, ofField]) => {
      return [
        key,
        {
          ms: sumOf(ofField.map(({ seconds }) => Math.round(seconds * 1000))),
          edits: sumOf(ofField.map(({ edits }) => edits)),
          neverFilled: ofField.every(({ empty }) => empty),
        },
      ]
    }),
  )
}

function lastFieldOf(own: StoredEvent[], version: number, at: number | undefined): string | null | undefined {
  const last = own.findLast(
    (event) =>
      event.type === 'abandon' && (event.data.field !== undefined || event.data.fieldTimes !== undefined),
  ) as StoredEventOf<'abandon'> | undefined
  if (!last || last.funnelVersion !== version || last.step !== at) return undefined
  const { field } = last.data
  return field !== undefined && isOfStep(last, field) ? field : null
}

/** Returns the contacts that led to an order. Clocks are exact in random events. */
function wayOf(first: StoredEvent, order: StoredEvent) {
  const contacts = contactsOf(first, order)
  const names = contacts.map(({ channel }) => channel)
  if (names.length > 5) names.splice(1, names.length - 5, '…')
  return {
    contacts: contacts.length,
    sinceContactMs: contacts.length === 0 ? undefined : Math.max(0, order.at - contacts[0]!.at),
    sinceStartMs: first.type === 'start' ? Math.max(0, order.at - first.at) : undefined,
    path: names.length === 0 ? '(none)' : names.join(' > '),
  }
}

/** Returns the last reason that the visitor gave for the deregistration (Abmeldung). */
function reasonOf(own: StoredEvent[]): string | undefined {
  const reasons = own.flatMap(({ funnel, facts }) =>
    funnel === 'abmeldung' ? (facts['abmeldegrund'] ?? []) : [],
  )
  return reasons.at(-1) as string | undefined
}

/** Returns the choices of a run that came to the step after `stage`. Random events contain few other facts. */
function choicesOf(own: readonly StoredEvent[], funnel: string, stage: number): Map<string, string> {
  const form = own.filter(({ type }) => ['step', 'abandon', 'complete'].includes(type))
  const last = (field: string, ...values: (string | boolean)[]) =>
    form.map(({ facts }) => facts[field]).findLast((value) => value !== undefined && values.includes(value))
  const choices = new Map<string, string>()
  const add = (field: string, value: string | boolean | undefined) =>
    value !== undefined && choices.set(field, String(value))
  const isAnmeldung = funnel === 'anmeldung'
  if (stage >= (isAnmeldung ? 1 : 0)) add('naechstmoeglich', last('naechstmoeglich', true, false) ?? false)
  if (isAnmeldung && stage >= 1) add('wohnungsart', last('wohnungsart', 'obige', 'abweichende') ?? 'obige')
  if (isAnmeldung && stage >= 2) {
    const payment = last('zahlungsart', 'lastschrift', 'ueberweisung')
    add('zahlungsrhythmus', last('zahlungsrhythmus', 'jaehrlich'))
    add('zahlungsart', payment)
    if (payment === 'lastschrift')
      add('abweichenderKontoinhaber', last('abweichenderKontoinhaber', true, false) ?? false)
  }
  if (!isAnmeldung && stage >= 2) add('abmeldegrund', last('abmeldegrund', 'verstorben'))
  if (stage >= 3) {
    add('unternehmer', false)
    add('serviceLevel', 'premium')
  }
  return choices
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
    at: order.at,
    afterMs: Math.max(0, order.at - first.at),
    recovered: before.some(({ type }) => type === 'abandon' || type === 'lapsed'),
    status: has('withdrawn') ? 'withdrawn' : has('paid') ? 'paid' : '',
    paidAfterMs: paidTimes.length > 0 ? Math.min(...paidTimes) - order.at : null,
    browser: first.meta.browser,
    missing: [has('start'), ...expected].filter((received) => !received).length,
  }
}

interface Contact extends Touch {
  channel: string
}

/** Channels of the media and referrers in random events. */
const channelOfMedium: Record<string, string> = { cpc: 'Paid Other', newsletter: 'Email', '': 'Unassigned' }
const channelOfReferrer: Record<string, string> = {
  'www.google.de': 'Organic Search',
  'chatgpt.com': 'AI Assistants',
  'verein.example.org': 'Referral',
}

/** Returns the touches of `event` in the week before the run began, and the visit without a campaign that began it. */
function contactsOf(first: StoredEvent, event: StoredEvent): Contact[] {
  const touches = event.meta.touches
    .filter(({ at }) => at >= first.occurredAt - week)
    .map((touch) => ({ ...touch, channel: channelOfMedium[touch.medium ?? '']! }))
  const referrer = first.type === 'start' ? first.data.referrer : undefined
  const came = first.meta.touches.filter(({ at }) => at >= first.occurredAt - 30 * 60_000)
  const isKnown = first.meta.consent === 'none' ? first.meta.touches.length > 0 : came.length > 0
  const at = first.occurredAt
  if (referrer && !isKnown)
    touches.push({ at, source: referrer.replace('www.', ''), channel: channelOfReferrer[referrer]! })
  if (referrer === '' && !isKnown && touches.length === 0) touches.push({ at, channel: 'Direct' })
  return touches.sort((a, b) => a.at - b.at)
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

function creditsOf(
  forRun: Contact[],
  ordered?: { touches: Contact[]; order: StoredEvent; isNet: boolean; way: ReturnType<typeof wayOf> },
) {
  const credits = new Map<string, NaiveCredit>()
  const add = (touches: Contact[], what: keyof NaiveCredit, amount: number) => {
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
    const { path, sinceContactMs = 0 } = ordered.way
    const days = Math.min(14, Math.trunc(sinceContactMs / (24 * 3600 * 1000)))
    const netRevenueCents = ordered.isNet ? priceCents : 0
    credits.set(`last|path|${days} ${path}`, {
      runs: 0,
      orders: creditUnit,
      revenueCents: priceCents,
      netRevenueCents,
    })
  }
  return credits
}

/**
 * Splits an amount among the touches, as the attribution model prescribes, by the largest remainder. Returns the amounts by
 * key. The key of a touch is its value of the dimension.
 */
function split(model: string, dimension: string, touches: Contact[], amount: number): Map<string, number> {
  const parts = new Map<string, number>()
  const n = touches.length
  if (n === 0) return parts.set(dimension === 'sourceCampaign' ? '["(none)","(none)"]' : '(none)', amount)
  const ages = touches.map(({ at }) => (touches.at(-1)!.at - at) / (24 * 3600 * 1000))
  const decay = ages.map((age) => 2 ** -age)
  const exact = touches.map((_, index) => {
    const middle = n > 2 ? 0.2 / (n - 2) : 0
    const share = {
      first: index === 0 ? 1 : 0,
      last: index === n - 1 ? 1 : 0,
      linear: 1 / n,
      position: n < 3 ? 1 / n : index === 0 || index === n - 1 ? 0.4 : middle,
      decay: decay[index]! / decay.reduce((sum, weight) => sum + weight, 0),
    }[model]!
    return share * amount
  })
  const rounded = exact.map(Math.floor)
  while (rounded.reduce((sum, part) => sum + part, 0) < amount) {
    const rest = (at: number) => exact[at]! - rounded[at]!
    const next = touches.reduce((best, _, at) => (rest(at) > rest(best) ? at : best), 0)
    rounded[next]! += 1
  }
  for (const [index, touch] of touches.entries()) {
    const key =
      dimension === 'sourceCampaign'
        ? JSON.stringify([touch.source ?? '(none)', touch.campaign ?? '(none)'])
        : ((touch[dimension as keyof Contact] as string | undefined) ?? '(none)')
    if (exact[index]! > 0) parts.set(key, (parts.get(key) ?? 0) + rounded[index]!)
  }
  return parts
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}

import { berlinDay } from './berlin-time.ts'
import { funnelByType } from './funnels/index.ts'
import type { StoredEvent, StoredEventOf, StoredEventType } from './stored-event.ts'
import {
  type Moment,
  type Origin,
  type RunOrder,
  type RunReason,
  type RunState,
  type StepRefusal,
  type StepVisits,
  runStateFormat,
} from './run-state.ts'
import { isForwarded } from './webhook-message.ts'

/**
 * Folds the next event of a run, in log order. Events may have happened in another order than they were stored:
 * everything that depends on time goes by the corrected time `at`, ties by position. An event seen before changes nothing.
 */
export function evolveRun(state: RunState | undefined, event: StoredEvent): RunState {
  if (state && event.position <= state.lastPosition) return state
  const next = withCommon(state ?? emptyRun(event), event)
  switch (event.type) {
    case 'start':
      return next
    case 'step':
      return { ...next, steps: addVisit(next.steps, event), lastActivity: later(next.lastActivity, event) }
    case 'invalid':
      return {
        ...next,
        refusals: addRefusals(next.refusals, event),
        lastActivity: later(next.lastActivity, event),
      }
    case 'email':
      return { ...next, lastActivity: later(next.lastActivity, event) }
    case 'abandon':
      return { ...next, ...addLeave(next, event) }
    case 'lapsed':
      return { ...next, ...addLeave(next, event), silentSince: null }
    case 'complete':
      // A run has one order; the log sees to it, and the first one would win.
      return { ...next, order: next.order ?? orderOf(event), silentSince: null }
    case 'paid':
      return { ...next, paid: true }
    case 'withdrawn':
      return { ...next, withdrawn: true }
    case 'converted':
    case 'erased':
      return next
  }
}

/** Berlin day that the run, and the order that came of it, are counted on. */
export function runDay(state: RunState): string {
  return berlinDay(state.origin.at)
}

/** A complete always wins; before that the last word by corrected time. */
export function runStatus(state: RunState): 'open' | 'abandoned' | 'completed' {
  if (state.order) return 'completed'
  const { lastLeave, lastActivity } = state
  return lastLeave && (!lastActivity || isLater(lastLeave, lastActivity)) ? 'abandoned' : 'open'
}

/** Left at some time before the order, and ordered all the same. */
export function isRecovered({ order, firstLeave }: RunState): boolean {
  return order !== null && firstLeave !== null && isLater(order, firstLeave)
}

/** A withdrawal ends the matter, also when a payment arrives after it. */
export function orderStatus(state: RunState): 'ordered' | 'paid' | 'withdrawn' {
  if (state.withdrawn) return 'withdrawn'
  return state.paid ? 'paid' : 'ordered'
}

function emptyRun(event: StoredEvent): RunState {
  return {
    format: runStateFormat,
    runId: event.runId,
    lastPosition: 0,
    bot: false,
    origin: originOf(event),
    steps: [],
    refusals: [],
    lastActivity: null,
    firstLeave: null,
    lastLeave: null,
    reason: null,
    order: null,
    paid: false,
    withdrawn: false,
    silentSince: null,
    messages: 0,
  }
}

function withCommon(state: RunState, event: StoredEvent): RunState {
  const origin = originOf(event)
  const fromVisitor = origin.kind !== 'service'
  return {
    ...state,
    lastPosition: event.position,
    bot: state.bot || event.meta.bot,
    origin: comesFirst(origin, state.origin) ? origin : state.origin,
    silentSince: fromVisitor && !state.order ? event.receivedAt : state.silentSince,
    reason: laterReason(state.reason, event),
    messages: state.messages + (isForwarded(event) ? 1 : 0),
  }
}

const service: ReadonlySet<StoredEventType> = new Set(['lapsed', 'paid', 'withdrawn', 'converted', 'erased'])

function originOf(event: StoredEvent): Origin {
  return {
    at: event.at,
    position: event.position,
    kind: event.type === 'start' ? 'start' : service.has(event.type) ? 'service' : 'visitor',
    funnel: event.funnel,
    version: event.funnelVersion,
    device: event.meta.device,
    browser: event.meta.browser,
    consent: event.meta.consent,
    occurredAt: event.occurredAt,
    touches: event.meta.touches,
  }
}

const kinds: Origin['kind'][] = ['start', 'visitor', 'service']

function comesFirst(one: Origin, other: Origin): boolean {
  const rank = kinds.indexOf(one.kind) - kinds.indexOf(other.kind)
  return rank === 0 ? isLater(other, one) : rank < 0
}

function isLater(one: Moment, other: Moment): boolean {
  return one.at === other.at ? one.position > other.position : one.at > other.at
}

function later(known: Moment | null, event: StoredEvent): Moment {
  const moment = { at: event.at, position: event.position }
  return known && isLater(known, moment) ? known : moment
}

function addLeave(
  { firstLeave, lastLeave }: RunState,
  event: StoredEvent,
): Pick<RunState, 'firstLeave' | 'lastLeave'> {
  const moment = { at: event.at, position: event.position }
  return {
    firstLeave: firstLeave && isLater(moment, firstLeave) ? firstLeave : moment,
    lastLeave: later(lastLeave, event),
  }
}

function laterReason(known: RunReason | null, event: StoredEvent): RunReason | null {
  const field = funnelByType(event.funnel)?.reportBy
  const value = field === undefined ? undefined : event.facts[field]
  if (typeof value !== 'string') return known
  const reason = { at: event.at, position: event.position, value }
  return known && isLater(known, reason) ? known : reason
}

function addVisit(steps: StepVisits[], event: StoredEventOf<'step'>): StepVisits[] {
  const { funnelVersion: version, step, at } = event
  const ms = Math.round(event.data.seconds * 1000)
  const known = steps.find((visits) => visits.version === version && visits.step === step)
  const others = steps.filter((visits) => visits !== known)
  const visits = { version, step, ms: ms + (known?.ms ?? 0), lastAt: Math.max(at, known?.lastAt ?? at) }
  return [...others, visits].toSorted((a, b) => a.version - b.version || a.step - b.step)
}

function addRefusals(known: StepRefusal[], event: StoredEventOf<'invalid'>): StepRefusal[] {
  const all = new Map(known.map((refusal) => [refusalKey(refusal), refusal]))
  for (const { field, rule } of event.data.fields) {
    const refusal = { version: event.funnelVersion, step: event.step, field, rule }
    all.set(refusalKey(refusal), refusal)
  }
  return [...all].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, refusal]) => refusal)
}

function refusalKey({ version, step, field, rule }: StepRefusal): string {
  return `${version}:${step}:${field}:${rule}`
}

function orderOf(event: StoredEventOf<'complete'>): RunOrder {
  return {
    at: event.at,
    position: event.position,
    id: event.id,
    number: event.data.orderNumber,
    priceCents: event.data.priceCents,
    funnel: event.funnel,
    version: event.funnelVersion,
    step: event.step,
    touches: event.meta.touches,
  }
}

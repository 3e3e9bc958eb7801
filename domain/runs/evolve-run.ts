import { campaignContact, creditedContacts, entryContact } from '#domain/attribution/contacts.ts'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { isTestPayment } from '#domain/orders/billing/test-payment.ts'
import { addFieldUse, lastFieldAfter } from './field-use.ts'
import { evolveProgress } from '#domain/orders/evolve-order.ts'
import { type StoredEvent, type StoredEventOf, isServiceEvent } from '#domain/events/stored-event.ts'
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
import { canReport } from './can-report.ts'
import { addChoices } from './run-choices.ts'
import { endsOf } from './run-revenue.ts'
import { isForwarded } from '#domain/outbox/webhook-message.ts'

/**
 * Folds the next event of a run into the run's state. The events must be passed in log order, which can differ from the
 * order in which they occurred. Everything that depends on time therefore compares the corrected time `at`, then the
 * position. Folding the same event again has no effect.
 */
export function evolveRun(state: RunState | undefined, event: StoredEvent): RunState {
  if (state && event.position <= state.lastPosition) return state
  const next = evolveByType(withCommon(state ?? emptyRun(event), event), event)
  return event.meta.replayed ? { ...next, silentSince: silentSinceReplay(state, next, event) } : next
}

/**
 * Returns since when a run with a replayed event has been silent. A run that had lapsed before the event occurred is
 * open again, so it must be able to lapse once more.
 */
function silentSinceReplay(before: RunState | undefined, after: RunState, { meta, receivedAt }: StoredEvent) {
  if (after.order) return null
  const first = meta.replayed?.receivedAt ?? receivedAt
  const known = before?.silentSince ?? null
  if (known !== null) return Math.max(known, first)
  return runStatus(after) === 'open' ? first : null
}

function evolveByType(next: RunState, event: StoredEvent): RunState {
  switch (event.type) {
    case 'start':
      return next
    case 'step':
      return {
        ...next,
        steps: addVisit(next.steps, event),
        fieldUse: addFieldUse(next.fieldUse, event),
        lastActivity: later(next.lastActivity, event),
      }
    case 'invalid':
      return {
        ...next,
        refusals: addRefusals(next.refusals, event),
        lastActivity: later(next.lastActivity, event),
      }
    case 'email':
      return { ...next, lastActivity: later(next.lastActivity, event) }
    case 'abandon':
      return {
        ...next,
        ...addLeave(next, event),
        fieldUse: addFieldUse(next.fieldUse, event),
        lastField: lastFieldAfter(next.lastField, event),
      }
    case 'lapsed':
      return { ...next, ...addLeave(next, event), silentSince: null }
    case 'complete':
      // The log stores at most one order per run; if there were more, the first would count.
      return { ...next, order: next.order ?? orderOf(event), silentSince: null }
    case 'paid':
    case 'submitted':
    case 'sent':
    case 'failed':
    case 'withdrawal_declared':
    case 'withdrawal_revoked':
    case 'withdrawal_declined':
    case 'withdrawn':
    case 'refunded':
      return { ...next, ...progressAfter(next, event) }
    case 'support_requested':
      return { ...next, supportRequested: true }
    case 'invoiced':
    case 'amended':
    case 'email_corrected':
    case 'prepared':
    case 'credited':
    case 'converted':
    case 'erased':
      return next
  }
}

/** Returns the Berlin day on which the run and its order are counted. */
export function runDay(state: RunState): string {
  return berlinDay(state.origin.at)
}

/**
 * Returns the status of a run. A run with an order is `completed`. Any other run is `abandoned` if the visitor left
 * after the last activity (in corrected time), otherwise `open`.
 */
export function runStatus(state: RunState): 'open' | 'abandoned' | 'completed' {
  if (state.order) return 'completed'
  const { lastLeave, lastActivity } = state
  return lastLeave && (!lastActivity || isLater(lastLeave, lastActivity)) ? 'abandoned' : 'open'
}

/**
 * Returns whether reports count the run. They leave out the runs of robots, except those whose order was paid: robots do
 * not pay, so such a run was taken for that of a robot by mistake.
 */
export function isCounted({ bot, paid }: RunState): boolean {
  return !bot || paid
}

/** Returns whether the run has an order that was placed after the visitor had left. */
export function isRecovered({ order, firstLeave }: RunState): boolean {
  return order !== null && firstLeave !== null && isLater(order, firstLeave)
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
    fieldUse: [],
    lastField: null,
    lastActivity: null,
    firstLeave: null,
    lastLeave: null,
    reason: null,
    choices: [],
    order: null,
    paid: false,
    testPayment: false,
    paidAt: null,
    sentAt: null,
    letter: 'none',
    withdrawal: 'none',
    refunded: false,
    endedAt: null,
    silentSince: null,
    messages: 0,
  }
}

/** Returns the order's progress after the event, with facts about the payment and the time of the posted letter. */
function progressAfter(state: RunState, event: StoredEvent) {
  const progress = evolveProgress(state, event)
  const sent = progress.letter === 'sent' && state.letter !== 'sent'
  return {
    ...progress,
    testPayment:
      state.paid || event.type !== 'paid' ? state.testPayment : isTestPayment(event.data.paymentId),
    paidAt: event.type === 'paid' ? Math.min(event.at, state.paidAt ?? event.at) : state.paidAt,
    sentAt: sent ? event.at : state.sentAt,
    endedAt: state.endedAt ?? (endsOf(progress).length > 0 ? event.receivedAt : null),
  }
}

function withCommon(state: RunState, event: StoredEvent): RunState {
  const kind = originKind(event)
  const comesBefore = comesFirst({ kind, at: event.at, position: event.position }, state.origin)
  return {
    ...state,
    lastPosition: event.position,
    bot: state.bot || event.meta.bot,
    origin: comesBefore ? originOf(event) : state.origin,
    silentSince: kind !== 'service' && !state.order ? event.receivedAt : state.silentSince,
    reason: laterReason(state.reason, event),
    choices: addChoices(state.choices, event),
    messages: state.messages + (isForwarded(event) ? 1 : 0),
  }
}

function originOf(event: StoredEvent): Origin {
  const entry = event.type === 'start' ? entryContact(event) : undefined
  const variants = event.type === 'start' ? event.data.variants : undefined
  const from = {
    occurredAt: event.occurredAt,
    touches: event.meta.touches.map(campaignContact),
    ...(entry && { entry }),
  }
  return {
    at: event.at,
    position: event.position,
    kind: originKind(event),
    funnel: event.funnel,
    version: event.funnelVersion,
    device: event.meta.device,
    browser: event.meta.browser,
    os: event.meta.os,
    entryPath: event.type === 'start' ? event.data.entry : null,
    consent: event.meta.consent,
    channel: creditedContacts(from, from.touches).at(-1)?.channel ?? noKey,
    ...from,
    ...(variants && { variants }),
  }
}

function originKind(event: StoredEvent): Origin['kind'] {
  if (event.type === 'start') return 'start'
  return isServiceEvent(event) ? 'service' : 'visitor'
}

const kinds: Origin['kind'][] = ['start', 'visitor', 'service']

type OriginRank = Pick<Origin, 'kind' | 'at' | 'position'>

function comesFirst(one: OriginRank, other: OriginRank): boolean {
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
  const { consentPlatforms } = event.meta
  return {
    at: event.at,
    position: event.position,
    id: event.id,
    number: event.data.orderNumber,
    priceCents: event.data.priceCents,
    funnel: event.funnel,
    version: event.funnelVersion,
    step: event.step,
    touches: event.meta.touches.map(campaignContact),
    ...(consentPlatforms && canReport(event) && { reportTo: consentPlatforms }),
  }
}

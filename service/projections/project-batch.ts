import type { DestinationName, EventMessage, HoldChange } from '#db/ports/outbox-store.ts'
import type { CountedRun, OrderRow, ProjectionCommit } from '#db/ports/projection-store.ts'
import { holdOf } from '#domain/outbox/held-messages.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { KeyBook } from '#domain/reports/keys/key-book.ts'
import { type AdmitKey, type ReportKey, evolveCounted } from '#domain/reports/keys/report-keys.ts'
import { defaultSubmitAfterMs, orderMessages } from '#domain/outbox/order-messages.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import { isForwarded } from '#domain/outbox/webhook-message.ts'
import { canReport } from '#domain/runs/can-report.ts'
import { runDay } from '#domain/runs/evolve-run.ts'
import { createDeltas } from './deltas.ts'
import { orderRow, runRow } from './rows.ts'

export interface Batch {
  /** States of the runs before the batch is applied, by run id. */
  states: ReadonlyMap<string, RunState>
  /** The events, in log order. */
  events: readonly StoredEvent[]
  /** Destinations for which messages are enqueued; absent in a rebuild, which enqueues none. */
  destinations?: readonly DestinationName[]
  /** Time in ms between a payment and the hand-over of the letter; 2 hours by default. */
  submitAfterMs?: number
}

/** A batch whose events are folded, but not yet counted. */
export interface FoldedBatch {
  /** States of the changed runs after the batch, by run id. */
  after: ReadonlyMap<string, RunState>
  messages: EventMessage[]
  /** Errors of the runs whose state could not be folded. */
  failures: ReadonlyMap<string, unknown>
}

export type Projected = Omit<ProjectionCommit, 'generation' | 'format' | 'from' | 'to' | 'revision'>

/**
 * Thrown if the states of some runs in a batch cannot be folded or counted. `failures` contains the error of each of
 * these runs.
 */
export class UnprojectableRuns extends Error {
  override name = 'UnprojectableRuns'
  readonly failures: ReadonlyMap<string, unknown>
  /** Number of runs in the batch, including the failed ones. */
  readonly ofRuns: number

  constructor(failures: ReadonlyMap<string, unknown>, ofRuns: number) {
    const [[runId, cause] = ['', undefined]] = failures
    super(`run ${runId} cannot be projected: ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    })
    this.failures = failures
    this.ofRuns = ofRuns
  }
}

/**
 * Computes the changes that a batch of events makes: complete rows of the affected runs and orders, and deltas of the
 * roll-ups. Throws `UnprojectableRuns`.
 */
export function projectBatch({ book, now, ...batch }: Batch & { book: KeyBook; now: number }): Projected {
  const keys = book.admitting()
  const folded = foldBatch(batch, keys.admit)
  const steps = countInSteps({ ...batch, folded, keys: keys.added(), now })
  for (;;) {
    const { done, value } = steps.next()
    if (done) return value
  }
}

/** Folds the events of a batch. Skips the remaining events of a run whose state cannot be folded. */
export function foldBatch(
  { states, events, destinations = [], submitAfterMs = defaultSubmitAfterMs }: Batch,
  admit: AdmitKey,
): FoldedBatch {
  const after = new Map<string, RunState>()
  const failures = new Map<string, unknown>()
  const messages: EventMessage[] = []
  for (const event of events) {
    if (failures.has(event.runId)) continue
    const before = after.get(event.runId) ?? states.get(event.runId)
    const state = attempt(failures, event.runId, () => evolveCounted(before, event, admit))
    if (state === undefined || state === before) continue
    after.set(event.runId, state)
    messages.push(...messagesAbout(event, state, { destinations, submitAfterMs }))
  }
  return { after, messages, failures }
}

interface Counting extends Pick<Batch, 'states' | 'events'> {
  folded: FoldedBatch
  /** Report keys that the fold admitted for the first time. */
  keys: ReportKey[]
  now: number
}

/** Number of runs counted in one step. A step takes half a millisecond. */
const runsPerStep = 16

/**
 * Computes the changes of a folded batch. Yields after every few runs, so that the caller can serve visitors in between.
 * Without these pauses, a batch would delay visitors by 7 ms under load. Throws `UnprojectableRuns`.
 */
export function* countInSteps({
  states,
  events,
  folded: { after, messages, failures: unfolded },
  keys,
  now,
}: Counting): Generator<undefined, Projected, void> {
  const failures = new Map(unfolded)
  const deltas = createDeltas()
  let counted = 0
  const runs: CountedRun[] = []
  const orders: OrderRow[] = []
  const days = new Set<string>()
  for (const [runId, state] of after) {
    attempt(failures, runId, () => {
      const row = runRow(state)
      const before = states.get(runId)
      deltas.move(before, { state, row })
      runs.push(row)
      days.add(row.day)
      if (before && before.origin !== state.origin) days.add(runDay(before))
      const order = orderRow(state)
      if (order) orders.push(order)
    })
    if (++counted % runsPerStep === 0) yield
  }
  if (failures.size > 0) throw new UnprojectableRuns(failures, new Set(events.map(({ runId }) => runId)).size)
  return {
    runs,
    orders,
    days: [...days],
    dropOff: deltas.dropOff(),
    attribution: deltas.attribution(),
    keys,
    messages,
    holds: [...after.values()].flatMap((state) => holdChange(states.get(state.runId), state, now) ?? []),
  }
}

function attempt<Result>(
  failures: Map<string, unknown>,
  runId: string,
  work: () => Result,
): Result | undefined {
  try {
    return work()
  } catch (error) {
    failures.set(runId, error)
    return undefined
  }
}

/**
 * Returns how a withdrawal changes the messages of a run. The change also covers the messages of this batch, because
 * these messages are enqueued before the change is applied.
 */
function holdChange(before: RunState | undefined, after: RunState, at: number): HoldChange | undefined {
  const { runId } = after
  const [from, to] = [holdOf(before?.withdrawal ?? 'none'), holdOf(after.withdrawal)]
  if (to === 'held') return { runId, change: 'hold', at }
  if (to === 'discarded') return { runId, change: 'discard', at }
  return from === 'held' ? { runId, change: 'release', at } : undefined
}

/** Which messages are enqueued. */
export interface Enqueued {
  destinations: readonly DestinationName[]
  submitAfterMs: number
}

/** Returns the messages about an event; `state` is the run's state after the event. */
export function messagesAbout(
  event: StoredEvent,
  state: Pick<RunState, 'messages'>,
  { destinations, submitAfterMs }: Enqueued,
): EventMessage[] {
  const { position, runId, type: eventType } = event
  const messages: EventMessage[] = orderMessages(event, submitAfterMs)
    .filter(({ destination }) => destinations.includes(destination))
    .map((message) => ({ ...message, position, runId, eventType, sequence: 1, messageId: event.id }))
  if (destinations.includes('webhook') && isForwarded(event))
    messages.push({
      destination: 'webhook',
      position,
      runId,
      eventType,
      sequence: state.messages,
      messageId: `msg_${event.id}`,
    })
  if (destinations.includes('conversions') && event.type === 'converted' && canReport(event))
    messages.push({
      destination: 'conversions',
      position,
      runId,
      eventType,
      sequence: 1,
      messageId: event.id,
    })
  return messages
}

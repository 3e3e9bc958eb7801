import { setTimeout as sleep } from 'node:timers/promises'
import type { DestinationName, EventMessage, HoldChange } from '#db/ports/outbox-store.ts'
import type { Exclusion, PendingMessages, RowsChange, RunChange } from '#db/ports/exclusion-store.ts'
import type { Generation } from '#db/ports/projection-store.ts'
import { type Store, StoreUnavailable } from '#db/ports/store.ts'
import { holdOf } from '#domain/outbox/held-messages.ts'
import { defaultSubmitAfterMs } from '#domain/outbox/order-messages.ts'
import { type RunState, runStateFormat } from '#domain/runs/run-state.ts'
import { evolveCounted } from '#domain/reports/keys/report-keys.ts'
import { createDeltas } from './deltas.ts'
import { lookUpKeys } from './look-up-keys.ts'
import { messagesAbout } from './project-batch.ts'
import { readRunPages } from './read-run-pages.ts'
import { orderRow, readState, runRow } from './rows.ts'

export type ChangingStore = Pick<Store, 'log' | 'projections' | 'exclusions' | 'archive'>

interface Pending {
  /** Destinations for which messages are enqueued. */
  destinations: readonly DestinationName[]
  /** Time in ms between a payment and the hand-over of the letter; 2 hours by default. */
  submitAfterMs?: number
  now: number
}

export type ExclusionResult = 'done' | 'unchanged'
/** `archived` means that the run is included, but that only a rebuild of the projections counts it again. */
export type InclusionResult = ExclusionResult | 'archived'

/**
 * Maximum number of attempts to change a run. An attempt fails if the projector changes the run's rows in the meantime,
 * which happens while the visitor is active.
 */
const tries = 100
const pauseMs = 20

/**
 * Excludes a run from the reports, the outbox and the search for inactive runs: removes its rows, subtracts its
 * contributions to the reports and holds its pending messages. If its row is damaged and its events were archived, only
 * a rebuild of the projections subtracts them. Throws `StoreUnavailable` if the run's rows keep changing.
 */
export async function excludeRun(
  store: ChangingStore,
  exclusion: Omit<Exclusion, 'position'>,
): Promise<ExclusionResult> {
  const { runId } = exclusion
  return repeat(async () => {
    const changes = await changeAll(store, (generation) => removal(store, generation, runId))
    return store.exclusions.exclude(exclusion, changes)
  })
}

/**
 * Includes an excluded run again: computes its state from its events, counts it in the reports, and enqueues messages
 * about the events since the exclusion. The pending messages of the run are held, released or discarded, depending on
 * the withdrawal of its order. The state of a run whose events were archived cannot be computed: only its exclusion is
 * removed. Throws if the state of another run cannot be computed.
 */
export async function includeRun(
  store: ChangingStore,
  runId: string,
  { destinations, submitAfterMs, now }: Pending,
): Promise<InclusionResult> {
  if (await isArchived(store, runId)) {
    const done = await repeat(async () => {
      const changes = await changeAll(store, async () => addition(undefined))
      return store.exclusions.include(runId, changes, { messages: [], holds: [] })
    })
    return done === 'done' ? 'archived' : done
  }
  return repeat(async () => {
    const exclusion = await store.exclusions.find(runId)
    if (!exclusion) return 'unchanged'
    let pending: PendingMessages = { messages: [], holds: [] }
    const changes = await changeAll(store, async (generation) => {
      const after = generation.state === 'live' ? exclusion.position : Infinity
      const folded = await foldRun(store, runId, {
        generation: generation.generation,
        upTo: generation.checkpoint,
        after,
        destinations,
        ...(submitAfterMs !== undefined && { submitAfterMs }),
      })
      if (generation.state === 'live')
        pending = { messages: folded.messages, holds: folded.state ? holdsOf(folded.state, now) : [] }
      return addition(folded.state)
    })
    return store.exclusions.include(runId, changes, pending)
  })
}

async function repeat(change: () => Promise<ExclusionResult | 'conflict'>): Promise<ExclusionResult> {
  for (let tried = 0; tried < tries; tried++) {
    const outcome = await change()
    if (outcome !== 'conflict') return outcome
    await sleep(pauseMs)
  }
  throw new StoreUnavailable('the projections of the run keep moving: try again in a moment')
}

async function changeAll(
  { projections }: ChangingStore,
  change: (generation: Generation) => Promise<RowsChange>,
): Promise<RunChange[]> {
  const changes: RunChange[] = []
  for (const one of await projections.generations()) {
    const { generation, checkpoint, format } = one
    if (checkpoint > 0 && format < runStateFormat) changes.push({ generation, kind: 'skip' })
    else changes.push({ generation, kind: 'rows', change: await change(one) })
  }
  return changes
}

async function removal(store: ChangingStore, { generation }: Generation, runId: string): Promise<RowsChange> {
  const [row] = await store.projections.runs(generation, [runId])
  const deltas = createDeltas()
  if (row) {
    let state: RunState | undefined
    try {
      state = readState(row)
    } catch {
      // The row is damaged, so the run's state is folded from its events, if they are in the log.
      if (!(await isArchived(store, runId)))
        state = (await foldRun(store, runId, { generation, upTo: row.lastPosition, after: Infinity })).state
    }
    if (state) deltas.move(state, undefined)
  }
  return {
    lastPosition: row?.lastPosition ?? null,
    run: null,
    order: null,
    days: row ? [row.day] : [],
    dropOff: deltas.dropOff(),
    attribution: deltas.attribution(),
  }
}

function addition(state: RunState | undefined): RowsChange {
  const deltas = createDeltas()
  const row = state && runRow(state)
  deltas.move(undefined, state && row && { state, row })
  return {
    lastPosition: state?.lastPosition ?? null,
    run: row ?? null,
    order: (state && orderRow(state)) ?? null,
    days: row ? [row.day] : [],
    dropOff: deltas.dropOff(),
    attribution: deltas.attribution(),
  }
}

/**
 * Returns how a withdrawal of the run's order changes the run's messages. They are held after the declaration, released
 * after a revocation, and discarded once the withdrawal is final. Returns an empty list if there was no withdrawal. The
 * projector has not made this change, because it skips the events of excluded runs.
 */
function holdsOf({ runId, withdrawal }: RunState, at: number): HoldChange[] {
  if (withdrawal === 'none') return []
  const change = { none: 'release', held: 'hold', discarded: 'discard' } as const
  return [{ runId, change: change[holdOf(withdrawal)], at }]
}

interface FoldOptions {
  generation: number
  upTo: number
  /** Messages are enqueued only about events after this position. */
  after: number
  destinations?: readonly DestinationName[]
  submitAfterMs?: number
}

const isArchived = async ({ archive }: ChangingStore, runId: string) =>
  (await archive.runsAmong([runId])).length > 0

async function foldRun(
  { log, projections }: ChangingStore,
  runId: string,
  { generation, upTo, after, destinations = [], submitAfterMs = defaultSubmitAfterMs }: FoldOptions,
): Promise<{ state: RunState | undefined; messages: EventMessage[] }> {
  let state: RunState | undefined
  const messages: EventMessage[] = []
  for await (const events of readRunPages(log, [runId], upTo)) {
    const states = new Map(state && [[runId, state]])
    const { admit } = (await lookUpKeys(projections, generation, { states, events })).lookingUp()
    for (const event of events) {
      state = evolveCounted(state, event, admit)
      if (event.position > after)
        messages.push(...messagesAbout(event, state, { destinations, submitAfterMs }))
    }
  }
  return { state, messages }
}

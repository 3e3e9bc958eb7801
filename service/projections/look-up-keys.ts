import type { Store } from '#db/ports/store.ts'
import { type KeyBook, createKeyBook } from '#domain/reports/keys/key-book.ts'
import {
  type AdmitKey,
  type ReportKey,
  evolveCounted,
  isLimitedEntry,
} from '#domain/reports/keys/report-keys.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'

/** States of runs, and the events to fold into them. */
export interface Fold {
  states: ReadonlyMap<string, RunState>
  /** The events, in log order. */
  events: readonly StoredEvent[]
}

type Projections = Pick<Store['projections'], 'keys'>

export interface FoldedWithKeys<Folded> {
  folded: Folded
  book: KeyBook
  /** Keys that were admitted for the first time. */
  added: ReportKey[]
}

/**
 * Calls `fold` with a function that decides which report keys are admitted, and looks up the keys that it asks for. The
 * result of a lookup can require further keys. For example, a source that is not admitted is counted as `(other)`. The
 * combinations of `(other)` with the source's campaigns are then new keys to look up. The fold is therefore repeated
 * until no key is missing, usually once or twice. Returns the result of the last fold, for which all keys were known.
 */
export async function foldWithKeys<Folded>(
  projections: Projections,
  generation: number | 'live',
  fold: (admit: AdmitKey) => Folded,
): Promise<FoldedWithKeys<Folded>> {
  const book = createKeyBook()
  const open = () => (generation === 'live' ? book.lookingUp() : book.admitting())
  const wanted: ReportKey[] = []
  for (;;) {
    const trial = open()
    const folded = fold(trial.admit)
    const missing = trial.missing()
    if (missing.length === 0) return { folded, book, added: trial.added() }
    book.learn(missing, await projections.keys(generation, missing))
    wanted.push(...missing)
    // The trial admitted all of them. If they are indeed admitted, another trial would fold to the same result.
    if (!book.admitsAll(wanted)) continue
    const { admit, added } = open()
    for (const key of wanted) admit(key)
    return { folded, book, added: added() }
  }
}

/** Looks up all report keys that are needed to fold these events. */
export async function lookUpKeys(
  projections: Projections,
  generation: number | 'live',
  fold: Fold,
): Promise<KeyBook> {
  const withKeys = withLimitedKeys(fold)
  const { book } = await foldWithKeys(projections, generation, (admit) => foldAll(withKeys, admit))
  return book
}

/**
 * Returns the function `admit` with which `evolveCounted` folds runs that were already counted. It admits exactly the
 * keys that were admitted when the runs were counted.
 */
export async function admitCounted(projections: Projections, fold: Fold): Promise<AdmitKey> {
  return (await lookUpKeys(projections, 'live', fold)).lookingUp().admit
}

/**
 * Computes the states of runs after these events, to find out which report keys are needed. If this fails for a run,
 * its remaining events are skipped. The failure is reported when the state is computed again to be used.
 */
function foldAll({ states, events }: Fold, admit: AdmitKey): void {
  const after = new Map<string, RunState>()
  const failed = new Set<string>()
  for (const event of events) {
    const { runId } = event
    if (failed.has(runId)) continue
    try {
      after.set(runId, evolveCounted(after.get(runId) ?? states.get(runId), event, admit))
    } catch {
      failed.add(runId)
    }
  }
}

/** Removes the events of runs without touches, a referrer or a limited entry, which have no keys to look up. */
function withLimitedKeys({ states, events }: Fold): Fold {
  const runIds = new Set(events.filter(hasLimitedKeys).map(({ runId }) => runId))
  for (const [runId, { origin, order }] of states)
    if (origin.entry || origin.touches.length > 0 || (order && order.touches.length > 0)) runIds.add(runId)
  return { states, events: events.filter(({ runId }) => runIds.has(runId)) }
}

function hasLimitedKeys(event: StoredEvent): boolean {
  return (
    event.meta.touches.length > 0 ||
    (event.type === 'start' && (Boolean(event.data.referrer) || isLimitedEntry(event.data.entry)))
  )
}

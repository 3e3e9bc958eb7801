import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { CountedRun } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import type { RunState } from '#domain/run-state.ts'
import { evolveRun } from '#domain/run.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { runRow } from '#service/projections/rows.ts'
import { createCorrection } from './correction.ts'
import { type RunSince, createSince } from './since.ts'

export interface ScanSettings {
  log: Pick<Store['log'], 'read' | 'readRuns'>
  /** Where the log ended for the report. */
  asOf: number
  /** Only runs that started on these Berlin days, and in this funnel, are corrected. */
  from: string
  to: string
  funnel?: string | undefined
  /** Events that are read at once, and runs that are remembered from one batch to the next. */
  batchSize?: number
  mostRemembered?: number
}

/** Runs that are taken back before visitors are let in between: a millisecond. */
const runsInPiece = 16

interface Remembered {
  run: RunSince
  /** The state that was taken back last, at first that of the position; undefined is before the first event. */
  takenBack: RunState | undefined
}

interface Move {
  before: RunSince | undefined
  after: RunSince
}

/** A run that was known and has gone on since, as it was counted then. */
export type ResumedRun = Omit<CountedRun, 'state'>

/**
 * Walks through what was appended since a position and takes every run back, by the very counts that the projection
 * made, from its state at the end of the walk to that of the position. What it has gathered there leads from the sums
 * at that place to those of the position, exactly. Cost and memory grow with what has happened since, not with the log.
 *
 * Counting costs many times as much as folding. So a run is taken back only when it is forgotten or the walk has come
 * to its end, which for most runs is once.
 */
export function createScan({ log, asOf, from, to, funnel, ...limits }: ScanSettings) {
  const { batchSize = 500, mostRemembered = 5000 } = limits
  const correction = createCorrection({ from, to, funnel })
  const since = createSince(asOf)
  const resumed = new Map<string, ResumedRun>()
  /** The run whose last event is the oldest comes first. */
  const remembered = new Map<string, Remembered>()
  let position = asOf

  /** Reads the next batch. When it has come to `upTo`, the correction is that of this place; before, of none. */
  async function step(upTo: number): Promise<void> {
    const events = await log.read(position, Math.min(batchSize, upTo - position))
    const last = events.at(-1)
    if (!last) throw new Error(`the log ends at position ${position}, but the projections have seen ${upTo}`)
    const byRun = Map.groupBy(events, ({ runId }) => runId)
    const forgotten = [...byRun.keys()].filter((runId) => !remembered.has(runId))
    const earlier = Map.groupBy(await log.readRuns(forgotten, position), ({ runId }) => runId)
    const moves: Move[] = []
    for (const [runId, own] of byRun) {
      const before = remembered.get(runId)?.run ?? goOn(undefined, earlier.get(runId) ?? [])
      moves.push({ before, after: goOn(before, own)! })
      if (moves.length % runsInPiece === 0) await letOthersIn()
    }
    // Nothing is awaited in between: a batch is remembered as a whole or, when a read failed, not at all.
    moves.forEach(remember)
    position = last.position
    await settle(position === upTo ? remembered.size : remembered.size - mostRemembered)
    for (const runId of remembered.keys()) {
      if (remembered.size <= mostRemembered) break
      remembered.delete(runId)
    }
  }

  function goOn(run: RunSince | undefined, events: readonly StoredEvent[]): RunSince | undefined {
    let [state, known, later] = [run?.state, run?.known ?? false, run?.events ?? 0]
    for (const event of events) {
      state = evolveRun(state, event)
      if (event.position > asOf) later += 1
      else known = true
    }
    return state && { state, known, events: later }
  }

  function remember({ before, after }: Move): void {
    since.move(before, after)
    if (before && before.events === 0 && correction.concerns(before.state)) {
      const { state: _state, ...row } = runRow(before.state)
      resumed.set(row.runId, row)
    }
    const { runId } = after.state
    const takenBack = remembered.has(runId) ? remembered.get(runId)!.takenBack : before?.state
    remembered.delete(runId)
    remembered.set(runId, { run: after, takenBack })
  }

  /** Takes back the first so many of the runs that are remembered, as far as they have gone on. */
  async function settle(count: number): Promise<void> {
    let taken = 0
    for (const known of [...remembered.values()].slice(0, Math.max(0, count))) {
      const { state } = known.run
      if (state === known.takenBack) continue
      correction.takeBack(state, known.takenBack)
      known.takenBack = state
      if (++taken % runsInPiece === 0) await letOthersIn()
    }
  }

  return {
    correction,
    since,
    resumed: resumed as ReadonlyMap<string, ResumedRun>,
    position: () => position,
    step,
  }
}

export type Scan = ReturnType<typeof createScan>

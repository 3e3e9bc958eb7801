import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { CountedRun } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import type { RunState } from '#domain/run-state.ts'
import { evolveRun, runDay } from '#domain/run.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { createDeltas } from '#service/projections/deltas.ts'
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

interface Move {
  before: RunSince | undefined
  after: RunSince
}

/** A run that was known and has gone on since, as it was counted then. */
export type ResumedRun = Omit<CountedRun, 'state'>

/**
 * Walks through what was appended since a position and takes every run back: by the very changes that the projection
 * made, from the state after a batch to the state before it. What it has gathered at a place leads from the sums at that
 * place to those of the position, exactly. Cost and memory grow with what has happened since, not with the log.
 */
export function createScan({ log, asOf, from, to, funnel, ...limits }: ScanSettings) {
  const { batchSize = 500, mostRemembered = 5000 } = limits
  const correction = createCorrection({ from, to })
  const since = createSince(asOf)
  const resumed = new Map<string, ResumedRun>()
  const remembered = new Map<string, RunSince>()
  let position = asOf

  const concerns = (state: RunState) =>
    (funnel === undefined || state.origin.funnel === funnel) && runDay(state) >= from && runDay(state) <= to

  async function step(upTo: number): Promise<void> {
    const events = await log.read(position, Math.min(batchSize, upTo - position))
    const last = events.at(-1)
    if (!last) throw new Error(`the log ends at position ${position}, but the projections have seen ${upTo}`)
    const byRun = Map.groupBy(events, ({ runId }) => runId)
    const forgotten = [...byRun.keys()].filter((runId) => !remembered.has(runId))
    const earlier = Map.groupBy(await log.readRuns(forgotten, position), ({ runId }) => runId)
    const deltas = createDeltas()
    const moves: Move[] = []
    for (const [runId, own] of byRun) {
      const before = remembered.get(runId) ?? goOn(undefined, earlier.get(runId) ?? [])
      const after = goOn(before, own)!
      moves.push({ before, after })
      if (concerns(after.state) || (before && concerns(before.state))) deltas.move(after.state, before?.state)
      if (moves.length % runsInPiece === 0) await letOthersIn()
    }
    // Nothing is awaited from here on: a batch is taken back as a whole or, when a read failed, not at all.
    correction.add({ dropOff: deltas.dropOff(), attribution: deltas.attribution() })
    moves.forEach(remember)
    for (const runId of remembered.keys()) {
      if (remembered.size <= mostRemembered) break
      remembered.delete(runId)
    }
    position = last.position
  }

  function goOn(run: RunSince | undefined, events: readonly StoredEvent[]): RunSince | undefined {
    return events.reduce<RunSince | undefined>(
      (known, event) => ({
        state: evolveRun(known?.state, event),
        known: known?.known ?? event.position <= asOf,
        events: (known?.events ?? 0) + (event.position > asOf ? 1 : 0),
      }),
      run,
    )
  }

  function remember({ before, after }: Move): void {
    since.move(before, after)
    if (before && before.events === 0 && concerns(before.state)) {
      const { state: _state, ...row } = runRow(before.state)
      resumed.set(row.runId, row)
    }
    remembered.delete(after.state.runId)
    remembered.set(after.state.runId, after)
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

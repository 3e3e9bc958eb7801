import { setImmediate as letOthersIn } from 'node:timers/promises'
import type { CountedRun, TouchedRuns } from '#db/projection-store.ts'
import type { Store } from '#db/store.ts'
import type { RunState } from '#domain/run-state.ts'
import { evolveRun, runDay } from '#domain/run.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { readState, runRow } from '#service/projections/rows.ts'
import { createCorrection } from './correction.ts'
import { newestUntouchedDay } from './newest-untouched-day.ts'
import { type RunSince, createSince } from './since.ts'

export interface ScanSettings {
  store: {
    log: Pick<Store['log'], 'head' | 'readRuns'>
    projections: Pick<Store['projections'], 'newestDay' | 'touchedRuns'>
  }
  /** Where the log ended for the report. */
  asOf: number
  /** Only runs that started on these Berlin days, and in this funnel, are corrected. */
  from: string
  to: string
  funnel?: string | undefined
  /** Events whose runs are read at once, and runs whose events are. */
  pieceSize?: number
  foldedAtOnce?: number
}

/** Runs that are taken back before visitors are let in between: a millisecond. */
const runsInPiece = 16

/** What is gone through at once: every run that was touched on it is moved once. */
interface Stretch {
  from: number
  to: number
  /** How far it was read. */
  read: number
  /** Runs that went on beyond its end while it was read. */
  beyond: Set<string>
}

/** A run that was known and has gone on since, as it was counted then. */
export type ResumedRun = Omit<CountedRun, 'state'>

/**
 * Goes through the runs that were touched since a position and takes each back, by the very counts that the projection
 * made, from its state at the end of the way to that of the position. What it has gathered there leads from the sums at
 * that place to those of the position, exactly. Cost and memory grow with what has happened since, not with the log.
 *
 * The present state of a run stands in its row, and only runs that were there at the position are folded from the log.
 * Most others are of days on which the past knew nobody who has not been touched: of such a day nothing is read for a
 * report (`readsTo`), so nothing has to be taken back, and these runs are merely counted.
 */
export function createScan({ store: { log, projections }, asOf, from, to, funnel, ...limits }: ScanSettings) {
  const { pieceSize = 1000, foldedAtOnce = 100 } = limits
  const correction = createCorrection({ from, to, funnel })
  const since = createSince(asOf)
  const resumed = new Map<string, ResumedRun>()
  let position = asOf
  let stretch: Stretch | undefined
  let lastDay: string | undefined

  /**
   * The last day that is read of the present sums: nobody who started later was there at the position and stands as he
   * stood then. Runs that are touched only leave their days, so it holds wherever the log ends.
   */
  async function readsTo(): Promise<string> {
    lastDay ??= await newestUntouchedDay(projections, { from, to, position: asOf })
    return lastDay
  }

  /** Reads the next piece. When it has come to `upTo`, the correction is that of this place; before, of none. */
  async function step(upTo: number): Promise<void> {
    stretch ??= await begin(upTo)
    if (stretch.read < stretch.to) await readPiece(stretch)
    if (stretch.read === stretch.to) await readBeyond(stretch)
    position = stretch.read
    if (position === stretch.to) stretch = undefined
  }

  async function begin(upTo: number): Promise<Stretch> {
    const head = await log.head()
    if (head < upTo)
      throw new Error(`the log ends at position ${head}, but the projections have seen ${upTo}`)
    return { from: position, to: upTo, read: position, beyond: new Set() }
  }

  async function readPiece(way: Stretch): Promise<void> {
    const upTo = Math.min(way.read + pieceSize, way.to)
    const asked = { from, to: await readsTo(), funnel }
    const touched = await projections.touchedRuns({
      from: way.from,
      to: way.to,
      after: way.read,
      upTo,
      asked,
    })
    const before = await statesAt(way.from, touched)
    // Nothing that can fail is awaited from here: a piece is taken as a whole or, when a read failed, not at all.
    let moved = 0
    for (const { row, events } of touched.runs) {
      const earlier = before.get(row.runId)
      const was = earlier?.events ?? 0
      move(earlier, { state: readState(row), known: earlier?.known ?? false, events: was + events })
      if (++moved % runsInPiece === 0) await letOthersIn()
    }
    for (const others of touched.others) since.addNew(others)
    for (const runId of touched.beyond) way.beyond.add(runId)
    way.read = upTo
  }

  /** Runs as they stood where a stretch begins, of those that were there. */
  async function statesAt(place: number, { runs }: TouchedRuns): Promise<Map<string, RunSince>> {
    const states = new Map<string, RunSince>()
    const known = runs.filter((run) => run.known).map(({ row }) => row.runId)
    for (const runIds of inParts(known)) {
      const events = await log.readRuns(runIds, place)
      for (const [runId, own] of Map.groupBy(events, (event) => event.runId))
        states.set(runId, goOn(undefined, own)!)
    }
    return states
  }

  /** Of these the log alone knows how they stood at the end of the stretch. */
  async function readBeyond({ from: place, to: end, beyond }: Stretch): Promise<void> {
    for (const runIds of inParts([...beyond])) {
      const events = await log.readRuns(runIds, end)
      for (const [runId, own] of Map.groupBy(events, (event) => event.runId)) {
        const before = goOn(
          undefined,
          own.filter((event) => event.position <= place),
        )
        const after = goOn(
          before,
          own.filter((event) => event.position > place),
        )
        move(before, after!)
        beyond.delete(runId)
      }
    }
  }

  function inParts(runIds: readonly string[]): string[][] {
    const parts = Array.from({ length: Math.ceil(runIds.length / foldedAtOnce) })
    return parts.map((_, part) => runIds.slice(part * foldedAtOnce, (part + 1) * foldedAtOnce))
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

  function move(before: RunSince | undefined, after: RunSince): void {
    since.move(before, after)
    if (before && before.events === 0 && correction.concerns(before.state)) {
      const { state: _state, ...row } = runRow(before.state)
      resumed.set(row.runId, row)
    }
    correction.takeBack(counted(after.state), before && counted(before.state))
  }

  /** Of days that are not read there is nothing but the past itself to be counted. */
  function counted(state: RunState): RunState | undefined {
    return state.lastPosition <= asOf || runDay(state) <= lastDay! ? state : undefined
  }

  return {
    correction,
    since,
    resumed: resumed as ReadonlyMap<string, ResumedRun>,
    position: () => position,
    readsTo,
    step,
  }
}

export type Scan = ReturnType<typeof createScan>

import { setTimeout as sleep } from 'node:timers/promises'
import type { SinceQuery } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import { countSince } from './count-since.ts'
import { createQueue } from './create-queue.ts'
import type { ReadChangedRuns } from '#service/reports/read/changed-runs.ts'
import { createChangedRuns } from './changed-runs.ts'
import { createPastReports } from './past-reports.ts'
import { ResumedRuns } from './resumed-runs.ts'

/** Parameters that all reports of one page share. `upTo` is the live checkpoint. */
export interface PastQuery extends SinceQuery {
  /**
   * Identifies the version of the rows that reports read (see `rowsVersion`). The version changes when a run is
   * excluded or included.
   */
  rows: string
}

export interface PastStore {
  store: Store
  changedRuns: ReadChangedRuns
  since: Since
}

export type PastResult = { kind: 'computing'; done: number; of: number } | { kind: 'ready'; past: PastStore }

export interface KeptPastsSettings {
  store: Store
  now: () => number
  /**
   * Maximum time that a request waits for a computation, in ms. After this time, the response says that the computation
   * is still running.
   */
  patienceMs?: number
  /** Time in ms after which a computation is cancelled if it has not been requested again. */
  abandonedAfterMs?: number
  maxKept?: number
  /** Queue of the computations, which several servers share. */
  enqueue?: ReturnType<typeof createQueue>
}

interface KeptPast {
  /** Version of the rows that the report reads (see `rowsVersion`). The report is valid only for this version. */
  rows: string
  resumed: ResumedRuns
  requestedAt: number
  dropped: boolean
  past?: PastStore
  /** Position up to which the log has been examined, or is being examined. */
  upTo: number
  /**
   * Resolves when the computation has ended. Rejects if the store fails; the next request then starts the computation
   * again.
   */
  finished: Promise<void>
}

/**
 * Computes past reports in the background and keeps the most recently requested ones. Only one report is computed at a
 * time. Many requests therefore slow down visitors no more than a single request does.
 */
export function createKeptPasts(settings: KeptPastsSettings) {
  const {
    store,
    now,
    patienceMs = 250,
    abandonedAfterMs = 60_000,
    maxKept = 8,
    enqueue = createQueue(),
  } = settings
  const pasts = new Map<string, KeptPast>()

  async function compute(kept: KeptPast, { rows, ...query }: PastQuery): Promise<void> {
    const { resumed } = kept
    while (resumed.position < query.upTo) {
      if (now() - kept.requestedAt > abandonedAfterMs) kept.dropped = true
      if (kept.dropped) return
      await resumed.readChunk(query.upTo)
    }
    const since = await countSince(store.projections, query)
    const reports = createPastReports({ store, resumed, rows })
    kept.past = { store: { ...store, reports }, changedRuns: createChangedRuns({ store, resumed }), since }
  }

  function start(key: string, kept: KeptPast, query: PastQuery): void {
    kept.upTo = query.upTo
    kept.finished = enqueue(() => compute(kept, query))
    const remove = () => {
      if (pasts.get(key) === kept) pasts.delete(key)
    }
    kept.finished.then(() => kept.past || remove(), remove)
  }

  function keep(key: string, { asOf, rows }: PastQuery): KeptPast {
    const sameRuns = [...pasts.values()].find((kept) => kept.resumed.asOf === asOf && kept.rows === rows)
    const resumed = sameRuns?.resumed ?? new ResumedRuns(store, asOf)
    const idle = { upTo: 0, finished: Promise.resolve() }
    const kept: KeptPast = { rows, resumed, requestedAt: now(), dropped: false, ...idle }
    pasts.set(key, kept)
    if (pasts.size > maxKept) drop(leastRecent(pasts))
    return kept
  }

  function drop(key: string): void {
    pasts.get(key)!.dropped = true
    pasts.delete(key)
  }

  return {
    async open(query: PastQuery): Promise<PastResult> {
      const { asOf, upTo, from, to, funnel, countedBy, rows } = query
      const key = JSON.stringify([asOf, from, to, funnel, countedBy])
      if (pasts.has(key) && pasts.get(key)!.rows !== rows) drop(key)
      const kept = pasts.get(key) ?? keep(key, query)
      kept.requestedAt = now()
      if (kept.upTo < upTo) start(key, kept, query)
      // A past report that is already kept lacks only the latest events, so the request waits until they are added. For
      // a new computation, it waits at most `patienceMs`.
      await (kept.past ? kept.finished : Promise.race([kept.finished, sleep(patienceMs)]))
      if (kept.past) return { kind: 'ready', past: kept.past }
      return { kind: 'computing', done: kept.resumed.position - asOf, of: upTo - asOf }
    },
    /** Returns the number of past reports that are kept or being computed. */
    size: () => pasts.size,
  }
}

function leastRecent(pasts: ReadonlyMap<string, KeptPast>): string {
  const [[key] = ['']] = [...pasts].toSorted(([, a], [, b]) => a.requestedAt - b.requestedAt)
  return key
}

import type { Context } from 'hono'
import type { SinceQuery } from '#db/ports/projection-store.ts'
import type { Store } from '#db/ports/store.ts'
import { runStateFormat } from '#domain/runs/run-state.ts'
import type { AsOfProgress, Since } from '#domain/reports/as-of-shapes.ts'
import { Problem } from '#service/http/errors.ts'
import { wrongParameter } from '#service/reports/read-query.ts'
import { rowsVersion } from './past-reports.ts'
import { refuseArchived } from './refuse-archived.ts'
import { resolvePosition } from './resolve-position.ts'
import type { ReadChangedRuns } from '#service/reports/read/changed-runs.ts'
import { type KeptPastsSettings, createKeptPasts } from './kept-pasts.ts'

export interface PastRange {
  /** Position, or a minute in Berlin (see `parseMoment`). */
  asOf?: number | string | undefined
  from: string
  to: string
  funnel?: string | undefined
}

export interface OpenedPast {
  /** A store whose reports show the past. Its other parts show the present. */
  store: Store
  /** Lists the runs by which a figure has changed since the past position; absent for the present. */
  changedRuns?: ReadChangedRuns
  /**
   * Returns the changes to the report's runs since the position `asOf`, or an empty object if the report shows the
   * present.
   */
  since: () => { since?: Since }
}

export interface OpenOptions {
  /**
   * Day by which runs are selected. For the list of orders, it is the day of the run's order; for most other reports,
   * the day of the run's start.
   */
  countedBy?: SinceQuery['countedBy']
}

/**
 * Returns a function that opens the store for a report. The report shows the past if the request contains `asOf`, and
 * the present otherwise.
 */
export function createPast(settings: Pick<KeptPastsSettings, 'store' | 'now' | 'enqueue'>) {
  const { store, now } = settings
  const pasts = createKeptPasts(settings)

  /**
   * Opens the store for a report. Returns a 202 response while the state at position `asOf` is being computed. Throws a
   * 400 problem if `asOf` is after the live checkpoint, in the future, before the first event or archived.
   */
  return async (
    c: Context,
    { asOf, from, to, funnel }: PastRange,
    { countedBy = 'start' }: OpenOptions = {},
  ): Promise<OpenedPast | Response> => {
    if (asOf === undefined) return { store, since: () => ({}) }
    const { checkpoint: upTo, rows } = await checkFormat(store)
    const position = await positionOf(asOf, { store, checkpoint: upTo, now: now() })
    const opened = await pasts.open({ asOf: position, upTo, rows, from, to, funnel, countedBy })
    if (opened.kind === 'computing') {
      c.header('retry-after', '1')
      return c.json({ status: 'computing', done: opened.done, of: opened.of } satisfies AsOfProgress, 202)
    }
    // The range of the position may have been archived during the computation, which then missed events.
    await refuseArchived(store, position)
    const { past } = opened
    return { store: past.store, changedRuns: past.changedRuns, since: () => ({ since: past.since }) }
  }
}

export type OpenPast = ReturnType<typeof createPast>

/**
 * Returns the position of the log that `asOf` means; without it, the last one that reports include. It is for reports that
 * follow from the log itself. Throws a 400 problem as `createPast` does.
 */
export type ReadPosition = (asOf: PastRange['asOf']) => Promise<number>

export function createReadPosition({ store, now }: { store: Store; now: () => number }): ReadPosition {
  return async (asOf) => {
    const { checkpoint } = await store.projections.live()
    return asOf === undefined ? checkpoint : positionOf(asOf, { store, checkpoint, now: now() })
  }
}

async function positionOf(
  asOf: number | string,
  { store, ...times }: { store: Pick<Store, 'log' | 'archive'>; checkpoint: number; now: number },
): Promise<number> {
  const position =
    typeof asOf === 'string'
      ? await resolvePosition(store, asOf, times)
      : checkPosition(asOf, times.checkpoint)
  await refuseArchived(store, position)
  return position
}

/** Returns the position. Throws a 400 problem if it is after the checkpoint. */
function checkPosition(asOf: number, checkpoint: number): number {
  if (asOf <= checkpoint) return asOf
  throw wrongParameter(
    'asOf',
    `read "${asOf}", must be at most ${checkpoint}, the last position that reports include`,
  )
}

/**
 * Returns the live checkpoint and the version of the rows that reports read. Throws a 503 problem while rows in an older
 * format are being rebuilt.
 */
async function checkFormat(store: Pick<Store, 'projections'>): Promise<{ checkpoint: number; rows: string }> {
  const live = await store.projections.live()
  const { checkpoint, format } = live
  if (format < runStateFormat)
    // Rows in an older format were counted differently. Runs that this version computes from events would not match
    // them.
    throw new Problem({
      status: 503,
      type: 'projections-rebuilding',
      title: 'Reports of the past are being prepared',
      retryAfter: 10,
    })
  return { checkpoint, rows: rowsVersion(live) }
}

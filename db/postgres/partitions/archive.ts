import { setTimeout as pause } from 'node:timers/promises'
import { DatabaseError, type Pool } from 'pg'
import type { ArchiveOptions, ArchiveStore, FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import type { Queryable } from '#db/postgres/connection/connection.ts'
import { archiveLock } from '#db/postgres/connection/locks.ts'
import { withMaintenance } from '#db/postgres/connection/maintenance.ts'
import { runQuery } from '#db/postgres/connection/run-query-plan.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { countOlderConnections } from '#db/postgres/hosts/application-name.ts'
import { headText } from '#db/reads/log/log-head.ts'
import {
  type RangeRow,
  archiveEndQuery,
  archiveEndText,
  archivedAmong,
  eventsOfRange,
  rangesQuery,
  toRange,
} from '#db/reads/log/read-archive.ts'
import { type Chosen, analyzeChosenRuns, chooseRuns, forgetChosenRuns, readChosen } from './removed-runs.ts'
import {
  analyzeKeptTable,
  copyKeptEvents,
  createKeptTable,
  keepChangedRuns,
  swapPartition,
} from './swap-partition.ts'

/** Number of positions whose runs are chosen, or whose events are copied, in one transaction. Neither holds a lock. */
const positionsAtOnce = 20_000
const swapTries = 100
const betweenTriesMs = 2000
const lockNotAvailable = '55P03'
const tookTooLong = '57014'

/**
 * Creates `ArchiveStore`. The range is a partition of the log. Its events that stay are copied to a new table while others
 * append and read, and this table then replaces the partition.
 */
export function createArchive(pool: Pool, url: string): ArchiveStore {
  const end = async () => (await runQuery<{ end: number }>(pool, archiveEndQuery))[0]!.end
  return {
    end,
    ranges: async () => (await runQuery<RangeRow>(pool, rangesQuery)).map(toRange),
    nextRange: async () => {
      const range = await findPartition(pool, await end())
      if (!range) return undefined
      const { rows } = await pool.query<{ last: number }>(
        'SELECT coalesce(max(position), 0) AS last FROM events',
      )
      if (rows[0]!.last <= range.upTo) return undefined
      return { ...range, ...(await runQuery<{ events: number }>(pool, eventsOfRange(range)))[0]! }
    },
    runsAmong: async (runIds) =>
      (await runQuery<{ runId: string }>(pool, archivedAmong(runIds))).map(({ runId }) => runId),
    archive: (range, options) => withMaintenance(url, (maintenance) => archive(maintenance, range, options)),
  }
}

/** Returns the partition that begins after a position. */
async function findPartition(db: Queryable, after: number): Promise<PositionRange | undefined> {
  const { rows } = await db.query<PositionRange>(
    `SELECT after, up_to AS "upTo" FROM (
       SELECT substring(bound FROM $1)::bigint - 1 AS after, substring(bound FROM $2)::bigint - 1 AS up_to
       FROM (SELECT pg_get_expr(part.relpartbound, part.oid) AS bound FROM pg_inherits
         JOIN pg_class part ON part.oid = inhrelid WHERE inhparent = 'events'::regclass) AS parts
     ) AS ranges WHERE after = $3`,
    [String.raw`FROM \('(\d+)'\)`, String.raw`TO \('(\d+)'\)`, after],
  )
  return rows[0]
}

async function archive(pool: Pool, range: FiledRange, { onProgress }: ArchiveOptions = {}) {
  // The pool has only one connection, so the lock is held until the pool is closed or the connection breaks.
  await pool.query('SELECT pg_advisory_lock($1)', [archiveLock])
  const known = (await runQuery<RangeRow>(pool, rangesQuery)).find(({ upTo }) => upTo === range.upTo)
  if (known?.after === range.after && known.sha256 === range.sha256) return { removed: 0 }
  await refuseRange(pool, range)

  const chosen = await readChosen(pool)
  await forgetChosenRuns(pool, range.after)
  let [removed, kept] = [0, 0]
  for (const slice of slicesOf(range)) {
    removed += await chooseRuns(pool, range, slice)
    onProgress?.(slice.to)
  }
  await analyzeChosenRuns(pool)
  await transaction(pool, (tx) => createKeptTable(tx, range))
  for (const slice of slicesOf(range))
    kept += await transaction(pool, (tx) => copyKeptEvents(tx, range, slice))
  await refuseMiscount(pool, range, removed + kept)
  await transaction(pool, (tx) => analyzeKeptTable(tx, range))
  return { removed: removed - (await swap(pool, range, chosen)) }
}

function* slicesOf({ after, upTo }: PositionRange): Generator<{ from: number; to: number }> {
  for (let from = after; from < upTo; from += positionsAtOnce)
    yield { from, to: Math.min(from + positionsAtOnce, upTo) }
}

/** Returns the number of events that are kept although their runs had been chosen. */
async function swap(pool: Pool, range: FiledRange, first: Chosen): Promise<number> {
  const refuse = async (db: Queryable) => {
    await refuseNewSession(db)
    await refuseRange(db, range)
  }
  let [chosen, kept] = [first, 0]
  for (let tried = 0; tried < swapTries; tried += 1) {
    if (tried > 0) await pause(betweenTriesMs)
    const before = await transaction(pool, async (tx) => {
      await refuse(tx)
      return keepChangedRuns(tx, range, chosen)
    })
    chosen = before.chosen
    kept += before.kept
    try {
      return kept + (await transaction(pool, (tx) => swapPartition(tx, range, { chosen, refuse })))
    } catch (error) {
      if (!canRepeat(error)) throw error
    }
  }
  throw new StoreUnavailable(
    'nothing was removed from the log: another session, a dump for example, has been reading it for too long. ' +
      'Repeat the command when it has ended',
  )
}

const canRepeat = (error: unknown) =>
  error instanceof DatabaseError && (error.code === lockNotAvailable || error.code === tookTooLong)

/**
 * Throws `StoreUnavailable` if the pool has replaced its connection, which held the lock. Another command may have begun
 * since, and a new primary may lack events that were copied.
 */
async function refuseNewSession(db: Queryable): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM pg_locks WHERE locktype = 'advisory' AND pid = pg_backend_pid() AND granted
       AND classid = 0 AND objid = $1 AND objsubid = 1`,
    [archiveLock],
  )
  if (rowCount !== 1)
    throw new StoreUnavailable(
      'nothing was removed from the log: the connection to the database was interrupted. Repeat the command',
    )
}

/**
 * Throws `StoreRefused` if the range is not the next partition, contains the end of the log, or is not projected, or if a
 * process of an earlier version is connected. Such a process would store repeats of removed events again.
 */
async function refuseRange(db: Queryable, { after, upTo }: PositionRange): Promise<void> {
  const older = await countOlderConnections(db, 'archivedRanges')
  if (older > 0)
    throw new StoreRefused(
      `nothing can be archived while processes of an earlier version are connected (${older} connections): upgrade or stop them`,
    )
  const { rows } = await db.query<{ end: number; head: number; checkpoint: number }>(
    `SELECT ${archiveEndText} AS end, (${headText}) AS head,
       (SELECT checkpoint FROM generations WHERE state = 'live') AS checkpoint`,
  )
  const { end, head, checkpoint } = rows[0]!
  const partition = await findPartition(db, end)
  if (after === end && upTo === partition?.upTo && upTo < head && upTo <= checkpoint) return
  throw new StoreRefused(
    `the positions ${after + 1} to ${upTo} cannot be archived: the archive ends at position ${end}, the projections ` +
      `at ${checkpoint}, the log at ${head}, and the next partition at ${partition?.upTo}`,
  )
}

/** Throws if the chosen and the copied events are not all events of the range. */
async function refuseMiscount(pool: Pool, range: PositionRange, counted: number): Promise<void> {
  const { rows } = await pool.query<{ events: number }>(
    'SELECT count(*) AS events FROM events WHERE position > $1 AND position <= $2',
    [range.after, range.upTo],
  )
  const { events } = rows[0]!
  if (events !== counted)
    throw new Error(
      `the range up to position ${range.upTo} has ${events} events, but ${counted} were counted`,
    )
}

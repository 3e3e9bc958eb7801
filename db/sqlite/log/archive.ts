import type Database from 'better-sqlite3'
import type { ArchivedRange, FiledRange, PositionRange } from '#db/ports/log/archive-store.ts'
import { StoreRefused } from '#db/ports/store.ts'
import { headText } from '#db/reads/log/log-head.ts'
import {
  type RangeRow,
  archiveEndQuery,
  archivedAmong,
  eventsOfRange,
  rangesQuery,
  toRange,
} from '#db/reads/log/read-archive.ts'
import { type RemovalDialect, removableRuns } from '#db/reads/log/removable-runs.ts'
import { type Sql, sql } from '#db/reads/query-plan.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { runQuery } from '#db/sqlite/connection/run-query-plan.ts'
import { destroyedHmac } from '#db/sqlite/keys/destroy-hmacs.ts'
import { keyExists } from '#db/sqlite/keys/key-table.ts'

/** Number of positions whose runs one step of the removal examines. A step takes some 20 ms. */
const positionsAtOnce = 500
/** A step ends after the run with which it has removed this many events. */
const removedAtOnce = 1000

const dialect: RemovalDialect = {
  // Of other text, `unhex` is null, with which `=` would make the whole condition neither true nor false.
  isUuid: (id) => sql`(${id} GLOB '????????-????-????-????-????????????' AND ${id} = lower(${id})
    AND length(unhex(replace(${id}, '-', ''))) IS 16)`,
  isKey: sql.raw(keyExists),
  hasHmac: sql.raw(`EXISTS (SELECT 1 FROM events e CROSS JOIN email_hmacs h
    WHERE e.run_id = run.run_id AND h.position = e.position AND h.run_id = e.run_id AND h.hmac <> ${destroyedHmac})`),
}

/** Creates the reading methods of `ArchiveStore`. */
export function createArchiveReads(connection: Pick<Connection, 'sqlite'>, rangePositions: number) {
  const end = () => runQuery<{ end: number }>(connection, archiveEndQuery)[0]!.end
  const lastEvent = connection.sqlite
    .prepare<[], number>('SELECT coalesce(max(position), 0) FROM events')
    .pluck()
  return {
    ranges: (): ArchivedRange[] => runQuery<RangeRow>(connection, rangesQuery).map(toRange),
    end,
    nextRange(): (PositionRange & { events: number }) | undefined {
      const after = end()
      const range = { after, upTo: after + rangePositions }
      if (lastEvent.get()! <= range.upTo) return undefined
      return { ...range, ...runQuery<{ events: number }>(connection, eventsOfRange(range))[0]! }
    },
    runsAmong: (runIds: readonly string[]): string[] =>
      runQuery<{ runId: string }>(connection, archivedAmong(runIds)).map(({ runId }) => runId),
  }
}

/** Selects the runs of a range that may be removed and have events after `from`, up to and including `to`. */
export function removableBetween(range: PositionRange, from: number, to: number): Sql {
  const candidates = sql`SELECT DISTINCT run_id FROM events WHERE position > ${from} AND position <= ${to}`
  return removableRuns(range, candidates, dialect)
}

/** Creates the steps of `ArchiveStore.archive`. Each is one transaction. */
export function createArchiveWrites({ sqlite }: Pick<Connection, 'sqlite'>) {
  const insert = sqlite.prepare<[FiledRange]>(
    `INSERT INTO archived_ranges (up_to, after, events, first_at, file, bytes, sha256, archived_at)
     VALUES (@upTo, @after, @events, @firstAt, @file, @bytes, @sha256, @archivedAt)`,
  )
  const find = sqlite.prepare<[number], { after: number; sha256: string }>(
    'SELECT after, sha256 FROM archived_ranges WHERE up_to = ?',
  )
  const setRemoved = sqlite.prepare<[number, number]>(
    'UPDATE archived_ranges SET removed_at = ? WHERE up_to = ? AND removed_at IS NULL',
  )
  const removeRun = prepareRemoveRun(sqlite)
  const refuse = prepareRefuseRange(sqlite)

  const record = sqlite.transaction((range: FiledRange): void => {
    const known = find.get(range.upTo)
    if (known?.after === range.after && known.sha256 === range.sha256) return
    refuse(range)
    insert.run(range)
  })

  const remove = sqlite.transaction((range: PositionRange, from: number) => {
    const lockedAt = performance.now()
    const to = Math.min(from + positionsAtOnce, range.upTo)
    let removed = 0
    for (const { run_id: runId } of runQuery<{ run_id: string }>(
      { sqlite },
      removableBetween(range, from, to),
    )) {
      removed += removeRun(runId)
      if (removed >= removedAtOnce) return { removed, to: from, lockedAt }
    }
    return { removed, to, lockedAt }
  })

  return {
    record: (range: FiledRange): void => record.immediate(range),
    /**
     * Removes runs that have events after position `from`. Returns the position after which the next step begins, and for
     * how long other processes could not write, in ms.
     */
    remove: (range: PositionRange, from: number) => {
      const { lockedAt, ...step } = remove.immediate(range, from)
      return { ...step, lockedMs: performance.now() - lockedAt }
    },
    finish: ({ upTo }: PositionRange, now: number): void => void setRemoved.run(now, upTo),
  }
}

/** Returns a function that removes the events of a run from the log and returns how many they were. */
function prepareRemoveRun(sqlite: Database.Database) {
  const keepIds = sqlite.prepare<[string]>(
    `INSERT INTO archived_ids (id, position) SELECT unhex(replace(id, '-', '')), position FROM events WHERE run_id = ?`,
  )
  const keepRun = sqlite.prepare<[string]>(
    'INSERT INTO archived_runs (run_id, position) SELECT run_id, max(position) FROM events WHERE run_id = ? GROUP BY run_id',
  )
  const remove = sqlite.prepare<[string]>('DELETE FROM events WHERE run_id = ?')
  return (runId: string): number => {
    keepIds.run(runId)
    keepRun.run(runId)
    return remove.run(runId).changes
  }
}

/** Returns a function that throws `StoreRefused` if the range cannot be archived now. */
function prepareRefuseRange(sqlite: Database.Database) {
  const state = sqlite.prepare<[], { end: number; head: number; checkpoint: number }>(
    `SELECT (SELECT coalesce(max(up_to), 0) FROM archived_ranges) AS end, (${headText}) AS head,
       (SELECT checkpoint FROM generations WHERE state = 'live') AS checkpoint`,
  )
  return ({ after, upTo }: PositionRange): void => {
    const { end, head, checkpoint } = state.get()!
    if (after === end && upTo < head && upTo <= checkpoint) return
    throw new StoreRefused(
      `the positions ${after + 1} to ${upTo} cannot be archived: the archive ends at position ${end}, the projections ` +
        `at ${checkpoint} and the log at ${head}`,
    )
  }
}

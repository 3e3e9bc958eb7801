import { type DueRun, type RetainedRow, dueRuns, runIdsOf } from '#db/reads/due-runs.ts'
import type { Expiry } from '#db/ports/person-store.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { readRunDates } from './run-dates.ts'

type Row = Omit<RetainedRow, 'reducible'> & { reducible: 0 | 1 }

/** Creates the queries of `RetentionStore` that find runs whose personal values may be due for expiry. */
export function createDueReads({ sqlite }: Connection) {
  const pages = {
    values: sqlite.prepare<[number, number], Row>(
      `SELECT p.position AS place, p.run_id AS runId, own.received_at AS receivedAt, p.class <> 'invoice' AS reducible
       FROM personal_data p JOIN events own ON own.position = p.position
       WHERE p.position > ? ORDER BY p.position LIMIT ?`,
    ),
    // Receipt 0: a page of rows in any order of receipt does not end the search.
    replays: sqlite.prepare<[number, number], Row>(
      `SELECT p.position AS place, p.run_id AS runId, 0 AS receivedAt, p.class <> 'invoice' AS reducible
       FROM rejected_events r JOIN personal_data p ON p.position = r.position
       WHERE r.state = 'replayed' AND r.position > ? ORDER BY r.position LIMIT ?`,
    ),
    // The unary + keeps SQLite from using the index on state. With that index each page would need a sort.
    uploads: sqlite.prepare<[number, number], Row>(
      `SELECT key AS place, run_id AS runId, created_at AS receivedAt, 1 AS reducible
       FROM uploads WHERE key > ? AND +state = 'kept' ORDER BY key LIMIT ?`,
    ),
  }
  const datesOf = readRunDates(sqlite)
  return {
    findDue(step: Expiry): { runs: DueRun[]; next: number | null } {
      const rows = pages[step.by]
        .all(step.after, step.limit)
        .map((row) => ({ ...row, reducible: row.reducible === 1 }))
      const runs = new Map(runIdsOf(rows).map((runId) => [runId, datesOf(runId, step.orderPrefix)]))
      return dueRuns(rows, runs, step)
    },
  }
}

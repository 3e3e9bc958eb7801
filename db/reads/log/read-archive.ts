import type { ArchivedRange } from '#db/ports/archive-store.ts'
import { type Sql, listOf, sql } from '#db/reads/query-plan.ts'

/** A row of `archived_ranges`. */
export type RangeRow = Omit<ArchivedRange, 'isRemoved'> & { removedAt: number | null }

/** Implements `ArchiveStore.ranges`. */
export const rangesQuery = sql`SELECT after, up_to AS "upTo", events, first_at AS "firstAt", file, bytes, sha256,
    archived_at AS "archivedAt", removed_at AS "removedAt"
  FROM archived_ranges ORDER BY up_to`

export function toRange({ removedAt, ...range }: RangeRow): ArchivedRange {
  return { ...range, isRemoved: removedAt !== null }
}

/** Subquery for `ArchiveStore.end`. */
export const archiveEndText = '(SELECT coalesce(max(up_to), 0) FROM archived_ranges)'

/** Implements `ArchiveStore.end`. */
export const archiveEndQuery = sql.raw(`SELECT ${archiveEndText} AS "end"`)

/** Implements `ArchiveStore.runsAmong`. */
export function archivedAmong(runIds: readonly string[]): Sql {
  return sql`SELECT run_id AS "runId" FROM archived_runs WHERE run_id IN ${listOf(runIds)} ORDER BY run_id`
}

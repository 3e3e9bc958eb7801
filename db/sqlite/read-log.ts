import { asc, between } from './drizzle.ts'
import type { Connection } from './connection.ts'
import type { RejectionCount } from '../event-log.ts'
import { type EventRow, eventColumns } from './event-row.ts'
import { dailyCounters } from './schema.ts'

/** Reading side of `EventLog`. Events are read by prepared statements: projections read millions of them. */
export function createLogReads({ sqlite, orm }: Connection) {
  const select = <Bind extends unknown[]>(rest: string) =>
    sqlite.prepare<Bind, EventRow>(`SELECT ${eventColumns} FROM events ${rest}`)
  const after = select<[number, number]>('WHERE position > ? ORDER BY position LIMIT ?')
  const ofRun = select<[string, number]>('WHERE run_id = ? AND position <= ? ORDER BY position')
  const ofRuns = select<[string, number]>(
    'WHERE run_id IN (SELECT value FROM json_each(?)) AND position <= ? ORDER BY position',
  )
  const byId = select<[{ id: string }]>(
    `WHERE position = coalesce((SELECT position FROM events WHERE id = @id),
                               (SELECT position FROM suppressed_ids WHERE id = @id))`,
  )
  const byOnce = select<[string]>('WHERE position = (SELECT position FROM once_keys WHERE key = ?)')
  const head = sqlite.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck()
  const refused = sqlite.prepare<[number, number, number], RejectionCount>(
    `SELECT r.type, r.funnel, i.value ->> 'path' AS path, i.value ->> 'code' AS code, count(*) AS count,
       max(r.received_at) AS lastAt
     FROM rejected_events r, json_each(r.issues) i WHERE r.received_at >= ? AND r.received_at < ?
     GROUP BY 1, 2, 3, 4 ORDER BY 5 DESC, 6 DESC, 3, 4 LIMIT ?`,
  )

  return {
    rejections: (from: number, before: number, limit: number): RejectionCount[] =>
      refused.all(from, before, limit),
    readLog: (position: number, limit: number): EventRow[] => after.all(position, limit),
    readRun: (runId: string, upTo = Number.MAX_SAFE_INTEGER): EventRow[] => ofRun.all(runId, upTo),
    readRuns: (runIds: readonly string[], upTo: number): EventRow[] =>
      ofRuns.all(JSON.stringify(runIds), upTo),
    find: (key: { id: string } | { once: string }): EventRow | undefined =>
      'id' in key ? byId.get({ id: key.id }) : byOnce.get(key.once),
    head: (): number => head.get() as number,
    counters: (from: string, to: string) =>
      orm
        .select()
        .from(dailyCounters)
        .where(between(dailyCounters.day, from, to))
        .orderBy(asc(dailyCounters.day), asc(dailyCounters.name))
        .all(),
  }
}

import { asc, between } from './drizzle.ts'
import type { Connection } from './connection.ts'
import { type EventRow, eventColumns } from './event-row.ts'
import { dailyCounters } from './schema.ts'

/** Reading side of `EventLog`. Events are read by prepared statements: projections read millions of them. */
export function createLogReads({ sqlite, orm }: Connection) {
  const select = <Bind extends unknown[]>(rest: string) =>
    sqlite.prepare<Bind, EventRow>(`SELECT ${eventColumns} FROM events ${rest}`)
  const after = select<[number, number]>('WHERE position > ? ORDER BY position LIMIT ?')
  const ofRun = select<[string, number]>('WHERE run_id = ? AND position <= ? ORDER BY position')
  const byId = select<[{ id: string }]>(
    `WHERE position = coalesce((SELECT position FROM events WHERE id = @id),
                               (SELECT position FROM suppressed_ids WHERE id = @id))`,
  )
  const byOnce = select<[string]>('WHERE position = (SELECT position FROM once_keys WHERE key = ?)')
  const head = sqlite.prepare<[], number>('SELECT coalesce(max(position), 0) FROM events').pluck()

  return {
    readLog: (position: number, limit: number): EventRow[] => after.all(position, limit),
    readRun: (runId: string, upTo = Number.MAX_SAFE_INTEGER): EventRow[] => ofRun.all(runId, upTo),
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

import type Database from 'better-sqlite3'

const week = 7 * 24 * 3600 * 1000
const forgottenAtOnce = 100

/** Ids of stored events, for ever, and of suppressed duplicates, for 7 days: their retry is a duplicate too. */
export function rememberedIds(sqlite: Database.Database) {
  const find = sqlite.prepare<[{ ids: string; now: number }], { id: string; position: number }>(
    `SELECT id, position FROM events WHERE id IN (SELECT value FROM json_each(@ids))
     UNION ALL
     SELECT id, position FROM suppressed_ids
     WHERE id IN (SELECT value FROM json_each(@ids)) AND forget_at > @now`,
  )
  const remember = sqlite.prepare<[string, number, number]>(
    `INSERT INTO suppressed_ids (id, position, forget_at) VALUES (?, ?, ?)
     ON CONFLICT (id) DO UPDATE SET position = excluded.position, forget_at = excluded.forget_at`,
  )
  const forget = sqlite.prepare<[number, number]>(
    `DELETE FROM suppressed_ids
     WHERE id IN (SELECT id FROM suppressed_ids WHERE forget_at <= ? ORDER BY forget_at LIMIT ?)`,
  )

  return {
    find(rows: { id: string }[], now: number): Map<string, number> {
      const found = find.all({ ids: JSON.stringify(rows.map(({ id }) => id)), now })
      return new Map(found.map(({ id, position }) => [id, position]))
    },
    remember: (id: string, position: number, now: number) => void remember.run(id, position, now + week),
    forget: (now: number) => void forget.run(now, forgottenAtOnce),
  }
}

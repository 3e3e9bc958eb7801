import type Database from 'better-sqlite3'
import type { DataKey, KeyOwner } from '#db/keys/data-keys.ts'
import { type Rekeying, type UnkeyedRow, migratedPosition, openUnkeyed } from '#db/keys/unkeyed-values.ts'
import type { Connection } from '#db/sqlite/connection/connection.ts'
import { createKeyTable } from './key-table.ts'
import { createResealUpload } from './reseal-uploads.ts'

/**
 * Maximum number of rows moved from `personal_data_unkeyed` to `personal_data` per transaction. After a crash, the next
 * start moves the remaining rows.
 */
const rowsAtOnce = 2000

/**
 * Encrypts with data keys everything that earlier versions encrypted with keys derived from `PII_KEY`. Then rewrites
 * the file once, so that no byte of the old values remains. Does nothing if the old table, `personal_data_unkeyed`, no
 * longer exists.
 */
export function resealValues({ sqlite }: Pick<Connection, 'sqlite'>, rekeying: Rekeying): void {
  if (!hasUnkeyedTable(sqlite)) return
  const table = createKeyTable(sqlite, rekeying.keys)
  const ensureKey = (owner: KeyOwner) => table.open(owner) ?? table.add(owner, migratedPosition)
  const moveRows = moveValues(sqlite, rekeying, ensureKey)
  while (moveRows());
  const resealNext = createResealUpload(sqlite, rekeying.before, ensureKey)
  while (resealNext());
  if (isEmpty(sqlite)) return
  rewriteFile(sqlite)
}

const hasUnkeyedTable = (sqlite: Database.Database) =>
  sqlite.prepare(`SELECT 1 FROM sqlite_master WHERE name = 'personal_data_unkeyed'`).get() !== undefined

const isEmpty = (sqlite: Database.Database) =>
  sqlite.prepare('SELECT 1 FROM personal_data UNION ALL SELECT 1 FROM uploads LIMIT 1').get() === undefined

/**
 * Returns a function that moves up to `rowsAtOnce` rows from the old table to `personal_data`. The function returns
 * false when no row is left.
 */
function moveValues(sqlite: Database.Database, rekeying: Rekeying, ensureKey: (owner: KeyOwner) => DataKey) {
  const next = sqlite.prepare<[number], UnkeyedRow>(
    `SELECT p.position, p.run_id AS runId, e.type, p.ciphertext, p.email_hmac AS emailHmac, p.kept_for AS keptFor
     FROM personal_data_unkeyed p JOIN events e ON e.position = p.position ORDER BY p.position LIMIT ?`,
  )
  const insert = sqlite.prepare<[number, string, string, Buffer]>(
    'INSERT INTO personal_data (position, run_id, class, ciphertext) VALUES (?, ?, ?, ?)',
  )
  const insertHmac = sqlite.prepare<[number, string, Buffer]>(
    'INSERT INTO email_hmacs (position, run_id, hmac) VALUES (?, ?, ?)',
  )
  const remove = sqlite.prepare<[number]>('DELETE FROM personal_data_unkeyed WHERE position <= ?')
  const move = sqlite.transaction((): boolean => {
    const rows = next.all(rowsAtOnce)
    const opened = new Map<string, DataKey>()
    for (const row of rows) {
      const { position, runId, ciphertext } = row
      const { dataClass, text, emailHmac } = openUnkeyed(row, rekeying)
      const name = dataClass + runId
      const key = opened.get(name) ?? ensureKey({ runId, dataClass })
      opened.set(name, key)
      insert.run(position, runId, dataClass, text === null ? ciphertext : key.seal({ runId, position }, text))
      if (emailHmac) insertHmac.run(position, runId, emailHmac)
    }
    remove.run(rows.at(-1)?.position ?? Number.MAX_SAFE_INTEGER)
    return rows.length > 0
  })
  return () => move.immediate()
}

function rewriteFile(sqlite: Database.Database): void {
  // VACUUM creates a temporary copy of the database, which can be too large for memory.
  sqlite.pragma('temp_store = FILE')
  try {
    sqlite.exec('VACUUM')
  } finally {
    sqlite.pragma('temp_store = MEMORY')
  }
  sqlite.pragma('wal_checkpoint(TRUNCATE)')
}

// @module-tag slow
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { readMigrationFiles } from '#db/sqlite/connection/drizzle.ts'
import {
  type UnkeyedValue,
  expectResealed,
  typedEmail,
  unkeyedSecrets,
  unkeyedUpload,
  unkeyedValues,
} from '#tests/db/keys/unkeyed-values.ts'
import { countFound } from '#tests/db/sqlite/people/raw-bytes.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'
import { programAt } from '#tests/speed/program-paths.ts'

const { file, open } = temporaryStores()
const holdStore = programAt('tests/db/sqlite/connection/hold-store.ts')

/** Creates a database with the given values, in the schema before the migration that introduced data keys. */
function makeUnkeyed(values: readonly UnkeyedValue[]): Database.Database {
  const sqlite = new Database(file())
  sqlite.pragma('journal_mode = WAL')
  const migrations = readMigrationFiles({ migrationsFolder: 'migrations/sqlite' })
  const first = migrations.findIndex(({ sql }) => sql.some((text) => text.includes('personal_data_unkeyed')))
  sqlite.exec(
    'CREATE TABLE __drizzle_migrations (id INTEGER PRIMARY KEY, hash TEXT NOT NULL, created_at INTEGER NOT NULL) STRICT',
  )
  for (const { sql, hash, folderMillis } of migrations.slice(0, first)) {
    for (const text of sql) sqlite.exec(text)
    sqlite
      .prepare('INSERT INTO __drizzle_migrations (hash, created_at) VALUES (?, ?)')
      .run(hash, folderMillis)
  }
  const event = sqlite.prepare(
    `INSERT INTO events (position, id, type, funnel, funnel_version, run_id, session_id, step, occurred_at, sent_at,
       received_at, at, data, facts, meta)
     VALUES (@position, @id, @type, @funnel, @funnelVersion, @runId, @sessionId, @step, @occurredAt, @sentAt,
       @receivedAt, @at, @data, @facts, @meta)`,
  )
  const value = sqlite.prepare(
    `INSERT INTO personal_data (position, run_id, ciphertext, email_hmac, kept_for) VALUES (?, ?, ?, ?, ?)`,
  )
  sqlite.transaction(() => {
    for (const { row, position, ciphertext, emailHmac, keptFor } of values) {
      const { fromVisitor: _, bot: __, hasForm: ___, ...columns } = row
      event.run({ ...columns, position })
      value.run(position, row.runId, ciphertext, emailHmac, keptFor)
    }
  })()
  return sqlite
}

test('values, addresses and uploads of an earlier version are resealed with data keys, and no old byte remains', async () => {
  const { runIds, values } = unkeyedValues(60)
  const sqlite = makeUnkeyed(values)
  const runId = runIds[1]!
  const content = randomBytes(20_000)
  const upload = unkeyedUpload(runId, content, 'sqlite')
  sqlite
    .prepare(
      `INSERT INTO uploads (id, run_id, field, mime_type, size, created_at, position, state, name)
       VALUES (?, ?, 'f', 'application/pdf', 20000, 1, 1, 'kept', ?)`,
    )
    .run(upload.id, runId, upload.name)
  sqlite
    .prepare('INSERT INTO upload_parts (upload_key, number, ciphertext) VALUES (1, 0, ?)')
    .run(upload.part)
  sqlite.close()
  const secrets = [...unkeyedSecrets(values), upload.name.subarray(5, 13), upload.part.subarray(5, 13)]
  expect(countFound(file(), secrets)).toBeGreaterThan(0.9 * secrets.length)

  const store = await open()
  expect(countFound(file(), secrets)).toBe(0)
  await expectResealed(store, runIds, values)
  expect(typedEmail(runId)).not.toBe(typedEmail(runId).normalize('NFC'))
  expect(await store.uploads.find(upload.id)).toMatchObject({ filename: 'Sterbeurkunde.pdf', size: 20_000 })
  expect(Buffer.from((await store.uploads.read(upload.id, 0))!)).toEqual(content)
  await store.people.erase([{ runId, upTo: 1e9 }])
  expect(await store.vault.readPage(runId, 0)).toEqual([])
  expect(await store.uploads.find(upload.id)).toBeUndefined()
})

test('a migration interrupted by a crash is continued', { timeout: 120_000 }, async () => {
  const { runIds, values } = unkeyedValues(12_000)
  const sqlite = makeUnkeyed(values)
  sqlite.close()
  await killDuringMigration()
  const reader = new Database(file(), { readonly: true })
  const rest = reader.prepare('SELECT count(*) FROM personal_data_unkeyed').pluck().get() as number
  reader.close()
  expect(rest).toBeGreaterThan(0)
  expect(rest).toBeLessThan(values.length)

  const store = await open({ exclusive: true })
  const secrets = unkeyedSecrets([...values.slice(0, 10), ...values.slice(-10)])
  expect(countFound(file(), secrets)).toBe(0)
  await expectResealed(store, runIds.slice(0, 30), values)
  await expectResealed(store, runIds.slice(-30), values)
})

/** Kills a process while it migrates. A process that could not begin, because this test read the file, is replaced. */
async function killDuringMigration(): Promise<void> {
  for (let ended = true; ended;) {
    const migrating = spawn(process.execPath, [holdStore, file(), 'exclusive'], { stdio: 'inherit' })
    const exit = once(migrating, 'exit')
    await waitForChunk(migrating)
    ended = migrating.exitCode !== null
    migrating.kill('SIGKILL')
    await exit
  }
}

/**
 * Resolves when the migration has moved some rows, or when its process has ended. Opens the database only once the migrating process has created the
 * `-shm` file. A reader that opens the database before that would prevent the migration.
 */
async function waitForChunk(migrating: ChildProcess): Promise<void> {
  while (migrating.exitCode === null && (!existsSync(`${file()}-shm`) || countKeys() === 0)) await pause(5)
}

function countKeys(): number {
  const reader = new Database(file(), { readonly: true, timeout: 0 })
  try {
    return reader.prepare('SELECT count(*) FROM data_keys').pluck().get() as number
  } catch {
    return 0
  } finally {
    reader.close()
  }
}

test('a database that another process has open is not migrated', async () => {
  const { values } = unkeyedValues(6)
  const sqlite = makeUnkeyed(values)
  await expect(open({ busyTimeoutMs: 100 })).rejects.toThrow(
    /has to be migrated while no other process has it open: stop every service/,
  )
  expect(sqlite.prepare('SELECT count(*) FROM personal_data').pluck().get()).toBe(values.length)
  sqlite.close()
  expect(await (await open()).log.head()).toBe(values.length)
})

test('a wrong key is refused before anything is migrated', async () => {
  const { values } = unkeyedValues(6)
  const sqlite = makeUnkeyed(values)
  sqlite.prepare(`INSERT INTO settings (name, value) VALUES ('pii_key_fingerprint', 'other')`).run()
  sqlite.close()
  await expect(open()).rejects.toThrow(/the key for personal data does not match/)
  const reader = new Database(file(), { readonly: true })
  expect(reader.prepare('SELECT count(*) FROM personal_data').pluck().get()).toBe(values.length)
  reader.close()
})

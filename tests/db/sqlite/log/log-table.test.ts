import { existsSync } from 'node:fs'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openReader, openWriter } from '#db/sqlite/connection/connection.ts'
import type { NewOperationalEvent } from '#domain/operations/operational-event.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()

const columnsBesideId =
  'type, funnel, funnel_version, run_id, session_id, step, occurred_at, sent_at, received_at, at, data, facts, meta'
const columns = `id, ${columnsBesideId}`

test.each([
  ['UPDATE', "UPDATE events SET type = 'paid' WHERE position = 1"],
  ['DELETE', 'DELETE FROM events WHERE position = 1'],
  ['REPLACE of a position', 'INSERT OR REPLACE INTO events SELECT * FROM events'],
  ['REPLACE of an id', `INSERT OR REPLACE INTO events SELECT 2 AS position, ${columns} FROM events`],
  ['a gap', `INSERT INTO events SELECT 3 AS position, 'new' AS id, ${columnsBesideId} FROM events`],
  ['UPSERT', "INSERT INTO events SELECT * FROM events WHERE true ON CONFLICT DO UPDATE SET type = 'paid'"],
])('the log refuses %s', async (_, statement) => {
  const store = await open()
  const event = newEvent()
  await appendTo(store, [event])
  const sqlite = new Database(file())
  try {
    expect(() => sqlite.exec(statement)).toThrow(/append-only/)
  } finally {
    sqlite.close()
  }
  expect(await store.log.read(0, 10)).toEqual([{ ...event, position: 1 }])
})

const release = (version: string): NewOperationalEvent => ({
  type: 'released',
  once: `released:${version}`,
  data: { version },
})

test.each([
  ['UPDATE', "UPDATE operational_events SET type = 'other'"],
  ['DELETE', 'DELETE FROM operational_events'],
  ['REPLACE of a position', 'INSERT OR REPLACE INTO operational_events SELECT * FROM operational_events'],
  [
    'REPLACE of a key',
    'INSERT OR REPLACE INTO operational_events SELECT 3, type, once, day, at, data FROM operational_events',
  ],
  ['a gap', "INSERT INTO operational_events SELECT 4, type, 'new', day, at, data FROM operational_events"],
  [
    'the position of an event',
    "INSERT INTO operational_events SELECT 2, type, 'new', day, at, data FROM operational_events",
  ],
])('the operational events refuse %s', async (_, statement) => {
  const store = await open()
  await store.operations.append(release('1'), 1)
  await appendTo(store, [newEvent()])
  const sqlite = new Database(file())
  try {
    expect(() => sqlite.exec(statement)).toThrow(/operational_events is append-only/)
  } finally {
    sqlite.close()
  }
  expect(await store.operations.read({ types: ['released'], limit: 9 })).toMatchObject([{ position: 1 }])
})

test('an event cannot take the position of an operational event, nor skip one', async () => {
  const store = await open()
  await appendTo(store, [newEvent()])
  await store.operations.append(release('1'))
  const sqlite = new Database(file())
  const insert = (position: number) =>
    sqlite.exec(
      `INSERT INTO events SELECT ${position} AS position, 'new' AS id, ${columnsBesideId} FROM events`,
    )
  try {
    for (const position of [2, 4]) expect(() => insert(position)).toThrow(/append-only/)
    insert(3)
  } finally {
    sqlite.close()
  }
  expect(await store.log.head()).toBe(3)
})

test('only events of an archived range whose ids are kept can be deleted, and none can be inserted there', async () => {
  const store = await open()
  const events = [newEvent(), newEvent(), newEvent()]
  await appendTo(store, events)
  const sqlite = new Database(file())
  const remove = (position: number) => sqlite.exec(`DELETE FROM events WHERE position = ${position}`)
  const keepId = (position: number) =>
    sqlite.exec(
      `INSERT INTO archived_ids SELECT unhex(replace(id, '-', '')), position FROM events WHERE position = ${position}`,
    )
  try {
    keepId(2)
    expect(() => remove(2), 'before the range is recorded').toThrow(/append-only/)
    sqlite.exec(`INSERT INTO archived_ranges (after, up_to, events, first_at, file, bytes, sha256, archived_at)
      VALUES (0, 2, 2, 0, 'file', 1, 'a', 0)`)
    expect(() => remove(1), 'without its id').toThrow(/append-only/)
    remove(2)
    keepId(3)
    expect(() => remove(3), 'after the range').toThrow(/append-only/)
    const insert = `INSERT INTO events SELECT 2 AS position, 'new' AS id, ${columnsBesideId} FROM events LIMIT 1`
    expect(() => sqlite.exec(insert)).toThrow(/append-only/)
  } finally {
    sqlite.close()
  }
  expect((await store.log.read(0, 10)).map(({ position }) => position)).toEqual([1, 3])
  expect(await appendTo(store, [events[1]!, newEvent()])).toEqual([
    { status: 'duplicate', position: 2 },
    { status: 'stored', position: 4 },
  ])
})

test('a commit waits for the disk, and readers do not wait for the writer', async () => {
  await open()
  const { sqlite } = openWriter(file(), { busyTimeoutMs: 100 })
  try {
    expect(sqlite.pragma('journal_mode', { simple: true })).toBe('wal')
    // 2 is `synchronous = FULL`.
    expect(sqlite.pragma('synchronous', { simple: true })).toBe(2)
    expect(sqlite.pragma('foreign_keys', { simple: true })).toBe(1)
  } finally {
    sqlite.close()
  }
})

test('closing leaves a single file with all data', async () => {
  const store = await open()
  await appendTo(store, [newEvent()])
  await store.close()
  expect(existsSync(`${file()}-wal`)).toBe(false)
  const sqlite = new Database(file(), { readonly: true })
  expect(sqlite.prepare('SELECT count(*) FROM events').pluck().get()).toBe(1)
  sqlite.close()
})

test('the reader cannot write', async () => {
  await open()
  const { sqlite } = openReader(file(), { busyTimeoutMs: 100 })
  try {
    expect(() => sqlite.exec("INSERT INTO settings VALUES ('a', 'b')")).toThrow(/readonly/)
  } finally {
    sqlite.close()
  }
})

test('pruning keeps the tables of temporary rows small', async () => {
  const store = await open()
  for (let batch = 0; batch < 100; batch += 1) {
    const events = Array.from({ length: 20 }, (_, index) => newEvent({ fingerprint: `${batch}:${index}` }))
    await appendTo(store, events, { now: Date.parse('2026-11-20T10:00:00Z') + batch * 10_000 })
  }
  const sqlite = new Database(file(), { readonly: true })
  try {
    // Every 10 s, a batch adds 20 fingerprints. Each expires after 30 s, so those of three batches are still valid.
    // Expired ones are removed only in every 20th append.
    const left = sqlite.prepare('SELECT count(*) FROM fingerprints').pluck().get()
    expect(left).toBeLessThanOrEqual((3 + 20) * 20)
  } finally {
    sqlite.close()
  }
})

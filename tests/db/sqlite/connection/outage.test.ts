import { writeFileSync } from 'node:fs'
import type { Worker } from 'node:worker_threads'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()

const big = () => newEvent({ facts: { text: 'x'.repeat(9000) }, personal: { form: { vorname: 'Ada' } } })
const failure = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => error as Error,
  )

test('a full disk is reported as an outage, loses nothing and stores no batch in part', async () => {
  const store = await open({ maxPages: 120 })
  let stored = 0
  let error: Error | undefined
  while (!error) {
    error = await failure(appendTo(store, [big(), big()]))
    if (!error) stored += 2
  }
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error.message).toMatch(/disk is full.*SQLITE_FULL/)
  expect(stored).toBeGreaterThan(0)
  expect(await store.log.head()).toBe(stored)
  expect(await store.log.read(0, 1000)).toHaveLength(stored)
})

test('a lock that another process holds for too long is an outage until it is released', async () => {
  const store = await open({ busyTimeoutMs: 50 })
  const sqlite = new Database(file())
  sqlite.exec('BEGIN IMMEDIATE')
  const error = await failure(appendTo(store, [newEvent()]))
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error?.message).toMatch(/another process held the database lock.*SQLITE_BUSY/)
  expect(await failure(store.ready())).toBeInstanceOf(StoreUnavailable)
  expect(await store.log.head()).toBe(0)
  sqlite.exec('ROLLBACK')
  sqlite.close()
  await store.ready()
  expect(await appendTo(store, [newEvent()])).toEqual([{ status: 'stored', position: 1 }])
})

test('a file that is not a database is reported as an outage', async () => {
  writeFileSync(file(), 'Dear diary, today I was opened as a database. '.repeat(100))
  const error = await failure(open())
  expect(error).toBeInstanceOf(StoreUnavailable)
  expect(error?.message).toContain('not a SQLite database')
})

test('a bug is not reported as an outage', async () => {
  const store = await open()
  const error = await failure(appendTo(store, [{ ...newEvent(), step: 'one' as never }]))
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(StoreUnavailable)
})

describe('a thread of the store that dies', () => {
  const workers: Worker[] = []
  const note = (worker: Worker) => workers.push(worker)
  beforeEach(() => void process.on('worker', note))
  afterEach(() => {
    process.off('worker', note)
    workers.length = 0
  })

  test('fails the running and all later calls with an outage', async () => {
    const store = await open()
    const running = Array.from({ length: 5 }, () => failure(appendTo(store, [newEvent()])))
    await workers[0]?.terminate()
    const errors = (await Promise.all(running)).filter((error) => error !== undefined)
    expect(errors.length).toBeGreaterThan(0)
    for (const error of errors) expect(error).toBeInstanceOf(StoreUnavailable)
    expect(await failure(appendTo(store, [newEvent()]))).toBeInstanceOf(StoreUnavailable)
    expect(await failure(store.ready())).toBeInstanceOf(StoreUnavailable)
  })

  test('frees the service lock and loses nothing acknowledged', async () => {
    const store = await open({ exclusive: true })
    await appendTo(store, [newEvent()])
    await workers[0]?.terminate()
    await store.close()
    const again = await open({ exclusive: true })
    expect(await again.log.head()).toBe(1)
  })
})

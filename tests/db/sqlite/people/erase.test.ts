// @module-tag slow
import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openWriter } from '#db/sqlite/connection/connection.ts'
import { createExpire } from '#db/sqlite/people/expire.ts'
import type { Store } from '#db/ports/store.ts'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { noon } from '#tests/build-events.ts'
import { expiry, personalEvent, eventAt, orderedRun } from '#tests/db/contract/people/retention.ts'
import { appendTo, day, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { countFound, secretsOf as secretsIn } from './raw-bytes.ts'
import { temporaryStores } from '#tests/db/sqlite/temporary-folder.ts'

const { file, open } = temporaryStores()

const secretsOf = (runIds: string[]) => secretsIn(file(), runIds)
const found = (chunks: Buffer[]) => countFound(file(), chunks)

async function fill(store: Store, runs: number): Promise<string[]> {
  const runIds = Array.from({ length: runs }, () => randomUUID())
  for (const part of [0, 1, 2]) {
    const events = runIds.map((runId, index) => {
      const form = { email: `${runId}@example.org`, vorname: 'Ada'.repeat(1 + ((index * 7 + part) % 60)) }
      return newEvent({ runId, personal: { form } })
    })
    await appendTo(store, events)
  }
  return runIds
}

test('no byte of an erased person is left in the file or its WAL, even if rows were moved before', async () => {
  const store = await open()
  const runIds = await fill(store, 300)
  // Erasing and adding many runs makes SQLite merge and split pages. Moved rows then leave copies in the file.
  await store.people.erase(runIds.filter((_, at) => at % 3 === 0).map((runId) => ({ runId, upTo: 1e9 })))
  await fill(store, 100)
  const person = runIds.filter((_, at) => at % 7 === 1 && at % 3 !== 0)
  const secrets = secretsOf(person)
  expect(secrets.length).toBeGreaterThan(400)
  expect(found(secrets)).toBe(secrets.length)
  const others = secretsOf(runIds.filter((runId) => !person.includes(runId)))

  await store.people.erase(person.map((runId) => ({ runId, upTo: 1e9 })))
  expect(found(secrets)).toBe(0)
  expect(found(others)).toBe(others.length)
})

test('keys stay where they were written, while many rows are added and removed', async () => {
  const store = await open()
  const runIds = await fill(store, 300)
  for (const runId of runIds.filter((_, at) => at % 2 === 0)) await uploadTo(store, { runId })
  const gone = runIds.filter((_, at) => at % 3 === 0)
  const secrets = secretsOf(runIds)
  await store.people.erase(gone.map((runId) => ({ runId, upTo: 1e9 })))
  await fill(store, 200)
  const rest = runIds.filter((runId) => !gone.includes(runId))
  expect(found(secrets)).toBe(secretsOf(rest).length)
  await store.people.erase(rest.map((runId) => ({ runId, upTo: 1e9 })))
  expect(found(secrets)).toBe(0)
})

test('a repeat of erased content is stored again, and later values stay readable', async () => {
  const store = await open()
  const event = newEvent({ fingerprint: 'f', personal: { form: { vorname: 'Ada' } } })
  const { runId } = event
  const repeat = () => ({ ...event, id: randomUUID() })
  await appendTo(store, [event])
  expect(await appendTo(store, [repeat()])).toMatchObject([{ status: 'duplicate', position: 1 }])
  const late = newEvent({ runId, personal: { form: { vorname: 'Ada again' } } })
  await appendTo(store, [newEvent({ runId, type: 'erased' }), late])
  const secrets = secretsOf([runId])
  // This erasure covers events 1 and 2. It destroys the key of the run, so it must encrypt the values of event 3 with a
  // new key.
  await store.people.erase([{ runId, upTo: 2 }])
  expect(found(secrets)).toBe(0)
  expect(await store.vault.read(runId)).toEqual([{ position: 3, personal: late.personal }])
  expect(await appendTo(store, [repeat()])).toMatchObject([{ status: 'stored', position: 4 }])
})

test(
  'an erasure waits for a reading process, whose snapshot prevents truncating the WAL',
  { timeout: 60_000 },
  async () => {
    const store = await open({ busyTimeoutMs: 50 })
    const [runId] = await fill(store, 1)
    const secrets = secretsOf([runId!])
    const reader = new Database(file(), { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM events').get()
    const failure = await store.people.erase([{ runId: runId!, upTo: 1e9 }]).catch(String)
    expect(failure).toMatch(/StoreUnavailable: .*its data keys are still in the write-ahead log/)
    const erasing = store.people.erase([{ runId: runId!, upTo: 1e9 }])
    setTimeout(() => reader.close(), 100)
    expect(await erasing).toBe(0)
    expect(found(secrets)).toBe(0)
  },
)

test('an order that is paid, or a run that continues, after it was found due keeps its values', async () => {
  const store = await open()
  const [gone, ordered, paid, back] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
  const now = noon + 40 * day
  const draft = now - 30 * day
  await appendTo(store, [
    personalEvent(gone, { at: draft }),
    ...orderedRun(ordered),
    ...orderedRun(paid),
    personalEvent(back, { at: draft }),
  ])
  const due = [gone, ordered, paid, back].map((runId) => ({ runId, from: 0 }))
  // These events arrive after the search for runs with expired values and before the transaction that deletes the
  // values.
  await appendTo(store, [eventAt('paid', paid, now), personalEvent(back, { at: now })])
  const writer = openWriter(file(), { busyTimeoutMs: 1000 })
  const { expireRuns } = createExpire(writer, createDataKeys(piiKey))
  expect(expireRuns(due, { ...expiry, now })).toEqual({ expired: 3, unreadable: [], unfinished: false })
  writer.sqlite.close()
  expect(await store.vault.read(gone)).toEqual([])
  expect(await store.vault.read(ordered)).toEqual([])
  expect(await store.vault.read(paid)).toHaveLength(2)
  expect(await store.vault.read(back)).toHaveLength(2)
})

test('no wrapped key and no address of an order is left after its reduction, except the invoice key', async () => {
  const store = await open()
  const runId = randomUUID()
  await appendTo(store, [...orderedRun(runId), eventAt('paid', runId, noon), eventAt('sent', runId, noon)])
  const secrets = secretsOf([runId])
  expect(found(secrets)).toBe(secrets.length)
  await store.retention.expirePersonal({ ...expiry, now: noon + 91 * day })
  // Closing the store copies the WAL into the database file, so the WAL keeps no copy of the deleted keys.
  await store.close()
  expect(found(secrets)).toBe(0)
  const invoice = secretsIn(file(), [runId], ['invoice'])
  expect(found(invoice)).toBe(invoice.length)
  expect(await (await open()).vault.readPage(runId, 0)).toHaveLength(1)
})

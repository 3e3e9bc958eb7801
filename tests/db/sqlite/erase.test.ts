import { randomUUID } from 'node:crypto'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openWriter } from '#db/sqlite/connection.ts'
import { createErase } from '#db/sqlite/erase.ts'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent } from '../contract/setup.ts'
import { countFound, secretsOf as secretsIn } from './raw-bytes.ts'
import { temporaryStores } from './temporary-folder.ts'

const { file, open } = temporaryStores()

const secretsOf = (runIds: string[]) => secretsIn(file(), runIds)
const found = (pieces: Buffer[]) => countFound(file(), pieces)

function schemaVersion(): unknown {
  const sqlite = new Database(file(), { readonly: true })
  const version = sqlite.pragma('schema_version', { simple: true })
  sqlite.close()
  return version
}

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

test('no byte of an erased person is left in the file or beside it, also where rows were moved about before', async () => {
  const store = await open()
  const runIds = await fill(store, 300)
  // Pages are merged and split now, and what moves leaves copies behind.
  await store.people.erase(runIds.filter((_, at) => at % 3 === 0).map((runId) => ({ runId, upTo: 1e9 })))
  await fill(store, 100)
  const person = runIds.filter((_, at) => at % 7 === 1 && at % 3 !== 0)
  const secrets = secretsOf(person)
  expect(secrets.length).toBeGreaterThan(1000)
  expect(found(secrets)).toBe(secrets.length)
  const others = secretsOf(runIds.filter((runId) => !person.includes(runId)))

  await store.people.erase(person.map((runId) => ({ runId, upTo: 1e9 })))
  expect(found(secrets)).toBe(0)
  expect(found(others)).toBe(others.length)
})

test('a large value that fills pages of its own leaves nothing', async () => {
  const store = await open()
  const runId = randomUUID()
  await appendTo(store, [newEvent({ runId, personal: { form: { text: 'x'.repeat(50_000) } } }), newEvent()])
  const secrets = secretsOf([runId])
  await store.people.erase([{ runId, upTo: 1 }])
  expect(found(secrets)).toBe(0)
})

test('an address that another run still has is no trace of the erased one', async () => {
  const store = await open()
  const [mine, other] = [randomUUID(), randomUUID()]
  const personal = { form: { email: 'ada@example.org' } }
  await appendTo(store, [newEvent({ runId: mine, personal }), newEvent({ runId: other, personal })])
  const before = schemaVersion()
  await store.people.erase([{ runId: mine, upTo: 2 }])
  // Each rewriting of the file raises it, and this one would be in vain.
  expect(schemaVersion()).toBe(before)
  expect(await store.people.findRuns('ada@example.org')).toEqual([{ runId: other, lastGiven: true }])
})

test('what a stored event looked like is forgotten with it', async () => {
  const store = await open()
  const event = newEvent({ fingerprint: 'f'.repeat(64), personal: { form: { vorname: 'Ada' } } })
  await appendTo(store, [event])
  await store.people.erase([{ runId: event.runId, upTo: 1 }])
  expect(found([Buffer.from('f'.repeat(64))])).toBe(0)
})

test(
  'it waits for a process that reads, since its view keeps the log of changes',
  { timeout: 60_000 },
  async () => {
    const store = await open({ busyTimeoutMs: 50 })
    const [runId] = await fill(store, 1)
    const secrets = secretsOf([runId!])
    const reader = new Database(file(), { readonly: true })
    reader.exec('BEGIN')
    reader.prepare('SELECT count(*) FROM events').get()
    const failure = await store.people.erase([{ runId: runId!, upTo: 1e9 }]).catch(String)
    expect(failure).toMatch(/StoreUnavailable: .*its bytes are still in the log of changes/)
    const erasing = store.people.erase([{ runId: runId!, upTo: 1e9 }])
    setTimeout(() => reader.close(), 100)
    expect(await erasing).toBe(0)
    expect(found(secrets)).toBe(0)
  },
)

test('a run that went on after it was found expired keeps what it has', async () => {
  const store = await open()
  const [gone, ordered, back] = [randomUUID(), randomUUID(), randomUUID()]
  const personal = { form: { vorname: 'Ada' } }
  await appendTo(store, [
    newEvent({ runId: gone, personal }),
    newEvent({ runId: ordered, personal, once: `order:${ordered}` }),
    newEvent({ runId: back, personal }),
    newEvent({ runId: back, receivedAt: noon + 1 }),
  ])
  const writer = openWriter(file(), { busyTimeoutMs: 1000 })
  const { expireRuns } = createErase(writer)
  const kept = { prefix: 'order:', until: noon - 1 }
  expect(expireRuns([gone, ordered, back], { until: noon, silences: [], kept })).toBe(1)
  writer.sqlite.close()
  expect(await store.vault.read(gone)).toEqual([])
  expect(await store.vault.read(ordered)).toHaveLength(1)
})

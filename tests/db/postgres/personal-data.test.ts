import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { expireRuns } from '#db/postgres/retention.ts'
import { openConnection } from '#db/postgres/connection.ts'
import type { Store } from '#db/store.ts'
import { noon } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '../contract/setup.ts'
import { newUpload, uploadTo } from '../contract/uploads.ts'
import { openStores } from './open-stores.ts'
import { ask, countFound, rawBytes, secretsOf } from './raw-bytes.ts'

const databases = postgresDatabases()
const open = openStores()

const form = { vorname: 'Sigismunda', email: 'Sigismunda@Example.org', iban: 'DE89370400440532013000' }

async function fill(store: Store, runs: number): Promise<string[]> {
  const runIds = Array.from({ length: runs }, () => randomUUID())
  for (const part of [0, 1, 2]) {
    const events = runIds.map((runId, index) => {
      const values = { email: `${runId}@example.org`, vorname: 'Ada'.repeat(1 + ((index * 7 + part) % 60)) }
      return newEvent({ runId, personal: { form: values } })
    })
    await appendTo(store, events)
  }
  return runIds
}

test('nothing personal can be read in the files of the database', async () => {
  const url = await databases.url()
  const store = await open(url)
  const personal = { form, clickIds: { gclid: 'click-4711' } }
  await appendTo(store, [newEvent({ personal, facts: { wohnungsart: 'obige' } })])
  const content = Buffer.from('Sigismunda Zwiebelturm wohnt in der Quittenallee. '.repeat(100))
  await uploadTo(store, { filename: 'Sterbeurkunde Sigismunda.pdf' }, [content])
  const bytes = await rawBytes(url)
  // The facts are there, so the rest was looked for in the right place.
  expect(bytes.includes('wohnungsart')).toBe(true)
  const words = ['Sigismunda', 'sigismunda', 'Example.org', '0532013000', 'click-4711', 'vorname', 'Quitten']
  for (const word of words) expect(bytes.includes(word)).toBe(false)
})

test.each([
  ['moved to another run', "UPDATE personal_data SET run_id = 'thief'", 'thief'],
  ['moved to another position', 'UPDATE personal_data SET position = 2', undefined],
  ['changed', "UPDATE personal_data SET ciphertext = overlay(ciphertext PLACING '\\x00' FROM 41)", undefined],
])('a row that was %s is not believed', async (_, statement, runId) => {
  const url = await databases.url()
  const store = await open(url)
  const event = newEvent({ personal: { form } })
  await appendTo(store, [event, newEvent()])
  await ask(url, statement)
  await expect(store.vault.read(runId ?? event.runId)).rejects.toThrow(/authenticate/)
})

test.each([
  ['moved to another upload', 'UPDATE upload_parts SET upload_key = 3 - upload_key'],
  ['moved to another place', 'UPDATE upload_parts SET number = 1 - number WHERE upload_key = 1'],
  ['moved to another run', `UPDATE uploads SET run_id = 'thief'`],
  ['changed', String.raw`UPDATE upload_parts SET ciphertext = overlay(ciphertext PLACING '\x00' FROM 41)`],
  [
    'given the key of another upload',
    'UPDATE uploads SET secret = (SELECT o.secret FROM uploads o WHERE o.key <> uploads.key)',
  ],
])('a part of an upload that was %s is not believed', async (_, statement) => {
  const url = await databases.url()
  const store = await open(url)
  const { id } = await uploadTo(store, {}, [randomBytes(100)])
  await uploadTo(store, {}, [randomBytes(100)])
  // Each part moves to where the other one was, so for a moment two are in one place.
  await ask(url, 'ALTER TABLE upload_parts DROP CONSTRAINT upload_parts_upload_key_number_pk')
  await ask(url, statement)
  await expect(store.uploads.read(id, statement.includes('1 - number') ? 1 : 0)).rejects.toThrow(
    /authenticate|was sealed with/,
  )
})

test('no byte of an erased person is left in the files, samples of statistics included, and others keep theirs', async () => {
  const url = await databases.url()
  const store = await open(url)
  const runIds = await fill(store, 300)
  for (const runId of runIds.slice(0, 20)) await uploadTo(store, { runId }, [randomBytes(5000)])
  await appendTo(store, [newEvent()])
  await ask(url, 'ANALYZE')
  const person = runIds.filter((_, at) => at % 7 === 1)
  const secrets = await secretsOf(url, person)
  expect(secrets.length).toBeGreaterThan(1000)
  expect(await countFound(url, secrets)).toBe(secrets.length)
  const others = await secretsOf(
    url,
    runIds.filter((runId) => !person.includes(runId)),
  )

  expect(await store.people.erase(person.map((runId) => ({ runId, upTo: 1e9 })))).toBe(3 * person.length)
  expect(await countFound(url, secrets)).toBe(0)
  expect(await countFound(url, others)).toBe(others.length)
})

test('what a stored event looked like is forgotten with it', async () => {
  const url = await databases.url()
  const store = await open(url)
  const event = newEvent({ fingerprint: 'f'.repeat(64), personal: { form: { vorname: 'Ada' } } })
  await appendTo(store, [event])
  expect(await countFound(url, [Buffer.from('f'.repeat(8))])).toBe(1)
  await store.people.erase([{ runId: event.runId, upTo: 1 }])
  expect(await countFound(url, [Buffer.from('f'.repeat(8))])).toBe(0)
})

test('the parts of an erased upload cannot be read by anybody: their key is gone', async () => {
  const url = await databases.url()
  const store = await open(url)
  const event = newEvent()
  const { runId } = event
  await uploadTo(store, { runId }, [randomBytes(50_000)])
  const half = newUpload({ runId })
  await store.uploads.begin(half)
  await store.uploads.add(half.id, 0, randomBytes(9000))
  await appendTo(store, [event])
  const secrets = await secretsOf(url, [runId])
  expect(secrets.length).toBeGreaterThan(10)
  await store.people.erase([{ runId, upTo: 1 }])
  expect(await countFound(url, secrets)).toBe(0)
  expect(await ask(url, 'SELECT FROM upload_parts')).toEqual([])
})

test(
  'it waits for a session that reads, since its view keeps deleted rows, and appends wait only shortly',
  { timeout: 60_000 },
  async () => {
    const url = await databases.url()
    const store = await open(url)
    const [runId] = await fill(store, 1)
    const secrets = await secretsOf(url, [runId!])
    const reader = new Client({ connectionString: url })
    await reader.connect()
    await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ; SELECT FROM settings')
    const erasing = store.people.erase([{ runId: runId!, upTo: 1e9 }])
    const failure = erasing.catch(String)
    const appended = await appendTo(store, [newEvent()])
    expect(appended[0]?.status).toBe('stored')
    expect(await failure).toMatch(
      /StoreUnavailable: .*its bytes are still in the file of the table personal_data/,
    )
    expect(await store.vault.read(runId!)).toEqual([])
    const again = store.people.erase([{ runId: runId!, upTo: 1e9 }])
    setTimeout(() => void reader.end(), 200)
    expect(await again).toBe(0)
    expect(await countFound(url, secrets)).toBe(0)
  },
)

test('an erasure that finds nothing rewrites nothing, and one that a crash cut off is made up for', async () => {
  const url = await databases.url()
  const store = await open(url)
  const [runId, other] = await fill(store, 2)
  const fileOf = async () => ask(url, "SELECT pg_relation_filepath('personal_data') AS file")
  const before = await fileOf()
  expect(await store.people.erase([{ runId: randomUUID(), upTo: 1e9 }])).toBe(0)
  expect(await fileOf()).toEqual(before)
  const secrets = await secretsOf(url, [runId!])
  // As the transaction leaves it, before the tables are rewritten.
  await ask(url, `DELETE FROM personal_data WHERE run_id = '${runId}'`)
  await ask(url, "INSERT INTO settings VALUES ('rewriting_owed', '1')")
  expect(await countFound(url, secrets)).toBeGreaterThan(0)
  expect(await store.people.erase([{ runId: runId!, upTo: 1e9 }])).toBe(0)
  expect(await countFound(url, secrets)).toBe(0)
  const after = await fileOf()
  expect(await store.people.erase([])).toBe(0)
  expect(await fileOf()).toEqual(after)
  expect(await store.vault.read(other!)).toHaveLength(3)
})

test('a run that went on after it was found expired keeps what it has', async () => {
  const url = await databases.url()
  const store = await open(url)
  const [gone, ordered, back] = [randomUUID(), randomUUID(), randomUUID()]
  const personal = { form: { vorname: 'Ada' } }
  await appendTo(store, [
    newEvent({ runId: gone, personal }),
    newEvent({ runId: ordered, personal, once: `order:${ordered}` }),
    newEvent({ runId: back, personal }),
    newEvent({ runId: back, receivedAt: noon + 1 }),
  ])
  const timeouts = { lockTimeoutMs: 1000, statementTimeoutMs: 1000 }
  const { pool } = openConnection({ url, ...timeouts, connections: 1 })
  const kept = { prefix: 'order:', until: noon - 1 }
  expect(await expireRuns(pool, [gone, ordered, back], { until: noon, silences: [], kept })).toBe(1)
  await pool.end()
  expect(await store.vault.read(gone)).toEqual([])
  expect(await store.vault.read(ordered)).toHaveLength(1)
})

import { randomBytes, randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { expireRuns } from '#db/postgres/people/expire.ts'
import { openConnection } from '#db/postgres/connection/connection.ts'
import type { Store } from '#db/ports/store.ts'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { noon } from '#tests/build-events.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { expiry, personalEvent, eventAt, orderedRun } from '#tests/db/contract/people/retention.ts'
import { appendTo, day, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { uploadTo } from '#tests/db/contract/uploads/uploads.ts'
import { partOf } from '#db/postgres/keys/partitions.ts'
import { untilLockWait } from '#tests/db/postgres/open-processes.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { runSql, countFound, rawBytes, secretsOf } from './raw-bytes.ts'

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
  // The `facts` of an event are not encrypted. Finding one of them shows that the search covers the right files.
  expect(bytes.includes('wohnungsart')).toBe(true)
  const words = ['Sigismunda', 'sigismunda', 'Example.org', '0532013000', 'click-4711', 'vorname', 'Quitten']
  for (const word of words) expect(bytes.includes(word)).toBe(false)
})

test.each([
  ['moved to another run', "UPDATE personal_data SET run_id = 'thief' WHERE position = 1", 'thief'],
  ['moved to another position', 'UPDATE personal_data SET position = 2 WHERE position = 1', undefined],
  ['changed', "UPDATE personal_data SET ciphertext = overlay(ciphertext PLACING '\\x00' FROM 41)", undefined],
])('a row that was %s is rejected', async (_, statement, runId) => {
  const url = await databases.url()
  const store = await open(url)
  const event = newEvent({ personal: { form } })
  await appendTo(store, [event, newEvent(), newEvent({ runId: 'thief', personal: { form } })])
  await runSql(url, statement)
  await expect(store.vault.read(runId ?? event.runId)).rejects.toThrow(/authenticate/)
})

test('a damaged row does not prevent other runs from being read at the same time', async () => {
  const url = await databases.url()
  const store = await open(url)
  const [damaged, whole] = [randomUUID(), randomUUID()]
  await appendTo(
    store,
    [damaged, whole].map((runId) => newEvent({ runId, personal: { form } })),
  )
  await runSql(
    url,
    `UPDATE personal_data SET ciphertext = overlay(ciphertext PLACING '\\x00' FROM 41) WHERE position = 1`,
  )
  const [first, second] = await Promise.allSettled(
    [damaged, whole].map((runId) => store.vault.readWithEvents(runId, 2)),
  )
  expect(first).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringMatching(/authenticate/) },
  })
  expect(second).toMatchObject({
    status: 'fulfilled',
    value: { personal: [{ position: 2, personal: { form } }] },
  })
})

test('values are read even if their key is replaced between the reads of both', async () => {
  const url = await databases.url()
  const store = await open(url)
  const { runId } = newEvent()
  await appendTo(store, [newEvent({ runId, personal: { form } })])
  const { pool } = openConnection({ url, lockTimeoutMs: 5000, statementTimeoutMs: 5000, connections: 2 })
  const session = await pool.connect()
  await session.query('BEGIN')
  await session.query('LOCK TABLE personal_data IN ACCESS EXCLUSIVE MODE')
  const reading = store.vault.readWithEvents(runId, 1)
  await untilLockWait(pool)
  const { key, wrapped } = createDataKeys(piiKey).create({ runId, dataClass: 'draft' })
  const sealed = key.seal({ runId, position: 1 }, JSON.stringify({ form: { vorname: 'Ada' } }))
  await session.query(`UPDATE data_keys_${partOf(runId)} SET wrapped = $1 WHERE class = 'draft'`, [wrapped])
  await session.query('UPDATE personal_data SET ciphertext = $1', [sealed])
  await session.query('COMMIT')
  session.release()
  await pool.end()
  expect((await reading).personal).toEqual([{ position: 1, personal: { form: { vorname: 'Ada' } } }])
})

test.each([
  ['moved to another upload', 'UPDATE upload_parts SET upload_key = 3 - upload_key'],
  ['moved to another place', 'UPDATE upload_parts SET number = 1 - number WHERE upload_key = 1'],
  ['moved to another run', `UPDATE uploads SET run_id = 'thief' WHERE key = 1`],
  ['changed', String.raw`UPDATE upload_parts SET ciphertext = overlay(ciphertext PLACING '\x00' FROM 41)`],
  [
    'given the key of another upload',
    'UPDATE uploads SET secret = (SELECT o.secret FROM uploads o WHERE o.key <> uploads.key)',
  ],
])('a part of an upload that was %s is rejected', async (_, statement) => {
  const url = await databases.url()
  const store = await open(url)
  const { id } = await uploadTo(store, {}, [randomBytes(100)])
  await uploadTo(store, { runId: 'thief' }, [randomBytes(100)])
  // One of the cases swaps two parts. In the middle of the swap, both have the same key, so the constraint is dropped.
  await runSql(url, 'ALTER TABLE upload_parts DROP CONSTRAINT upload_parts_upload_key_number_pk')
  await runSql(url, statement)
  await expect(store.uploads.read(id, statement.includes('1 - number') ? 1 : 0)).rejects.toThrow(
    /authenticate|was sealed with/,
  )
})

test('no byte of an erased person is left in the files or the planner’s statistics, and others keep theirs', async () => {
  const url = await databases.url()
  const store = await open(url)
  const runIds = await fill(store, 300)
  for (const runId of runIds.slice(0, 20)) await uploadTo(store, { runId }, [randomBytes(5000)])
  await appendTo(store, [newEvent()])
  await runSql(url, 'ANALYZE')
  const person = runIds.filter((_, at) => at % 7 === 1)
  const secrets = await secretsOf(url, person)
  expect(secrets.length).toBeGreaterThan(400)
  expect(await countFound(url, secrets)).toBe(secrets.length)
  const others = await secretsOf(
    url,
    runIds.filter((runId) => !person.includes(runId)),
  )

  expect(await store.people.erase(person.map((runId) => ({ runId, upTo: 1e9 })))).toBe(3 * person.length)
  expect(await countFound(url, secrets)).toBe(0)
  expect(await countFound(url, others)).toBe(others.length)
})

test(
  'an erasure waits for a session that holds its partition, while appends wait only briefly',
  { timeout: 60_000, tags: 'slow' },
  async () => {
    const url = await databases.url()
    const store = await open(url)
    const [runId] = await fill(store, 1)
    const secrets = await secretsOf(url, [runId!])
    const reader = new Client({ connectionString: url })
    await reader.connect()
    await reader.query('BEGIN; SELECT FROM data_keys')
    const failure = store.people.erase([{ runId: runId!, upTo: 1e9 }]).catch(String)
    // Wait until the erasure has deleted the rows. It then waits for the partition, which the reader has locked.
    await expect.poll(() => store.vault.read(runId!)).toEqual([])
    for (let count = 0; count < 20; count++) {
      const before = performance.now()
      const appended = await appendTo(store, [newEvent({ runId: runId!, personal: { form } })])
      expect(appended[0]?.status).toBe('stored')
      expect(performance.now() - before).toBeLessThan(2000)
    }
    expect(await failure).toMatch(
      /StoreUnavailable: .*its data keys are still in the file of the table data_keys_\d+/,
    )
    const again = store.people.erase([{ runId: runId!, upTo: 3 }])
    setTimeout(() => void reader.end(), 200)
    expect(await again).toBe(0)
    expect(await countFound(url, secrets)).toBe(0)
    expect(await store.vault.read(runId!)).toHaveLength(20)
  },
)

test('an erasure rewrites only its partitions and those of an erasure that a crash interrupted', async () => {
  const url = await databases.url()
  const store = await open(url)
  const [runId, other, third] = await fill(store, 3)
  const filesOf = async () =>
    runSql<{ name: string; file: number }>(
      url,
      `SELECT relname AS name, relfilenode AS file FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY relname`,
    )
  const before = await filesOf()
  expect(await store.people.erase([{ runId: randomUUID(), upTo: 1e9 }])).toBe(0)
  expect(await filesOf()).toEqual(before)
  await store.people.erase([{ runId: third!, upTo: 1e9 }])
  const changed = (await filesOf()).filter(({ file }, index) => file !== before[index]!.file)
  expect(changed.map(({ name }) => name)).toEqual([
    `data_keys_${partOf(third!)}`,
    `email_hmacs_${partOf(third!)}`,
    `name_hmacs_${partOf(third!)}`,
  ])

  const secrets = await secretsOf(url, [runId!])
  // Simulates an erasure that was interrupted between its transaction and the rewrite of the partitions.
  for (const table of ['data_keys', 'email_hmacs', 'personal_data'])
    await runSql(url, `DELETE FROM ${table} WHERE run_id = '${runId}'`)
  await runSql(url, `INSERT INTO settings VALUES ('rewrite_partition:${partOf(runId!)}', '1')`)
  expect(await countFound(url, secrets)).toBeGreaterThan(0)
  expect(await store.people.erase([])).toBe(0)
  expect(await countFound(url, secrets)).toBe(0)
  const after = await filesOf()
  expect(await store.people.erase([])).toBe(0)
  expect(await filesOf()).toEqual(after)
  expect(await store.vault.read(other!)).toHaveLength(3)
})

test('no wrapped key and no address of an order is left after its reduction, except the invoice key', async () => {
  const url = await databases.url()
  const store = await open(url)
  const runId = randomUUID()
  await appendTo(store, [...orderedRun(runId), eventAt('paid', runId, noon), eventAt('sent', runId, noon)])
  const secrets = await secretsOf(url, [runId])
  expect(await countFound(url, secrets)).toBe(secrets.length)
  for (const by of ['values', 'uploads'] as const)
    for (let after: number | null = 0; after !== null;)
      ({ next: after } = await store.retention.expirePersonal({ ...expiry, by, after, now: noon + 91 * day }))
  expect(await countFound(url, secrets)).toBe(0)
  const invoice = await secretsOf(url, [runId])
  expect(await countFound(url, invoice)).toBe(invoice.length)
  expect(invoice).toHaveLength(7)
  expect(await store.vault.readPage(runId, 0)).toHaveLength(1)
})

test('an order that is paid, or a run that continues, after it was found due keeps its values', async () => {
  const url = await databases.url()
  const store = await open(url)
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
  const timeouts = { lockTimeoutMs: 1000, statementTimeoutMs: 1000 }
  const { pool } = openConnection({ url, ...timeouts, connections: 1 })
  const expired = await expireRuns({ pool, keys: createDataKeys(piiKey) }, due, { ...expiry, now })
  expect(expired).toEqual({ expired: 3, unreadable: [], unfinished: false })
  await pool.end()
  expect(await store.vault.read(gone)).toEqual([])
  expect(await store.vault.read(ordered)).toEqual([])
  expect(await store.vault.read(paid)).toHaveLength(2)
  expect(await store.vault.read(back)).toHaveLength(2)
})

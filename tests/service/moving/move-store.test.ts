import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, expect, test } from 'vitest'
import { uploadPartBytes } from '#db/upload-store.ts'
import { type CopyRow, copiedTables } from '#db/copy-store.ts'
import { deliveryQueue } from '#db/delivery-store.ts'
import { conversionQueue } from '#db/queue.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { type Store, StoreRefused } from '#db/store.ts'
import { pagesOf } from '#service/moving/copy-tables.ts'
import { moveStore } from '#service/moving/move-store.ts'
import { openAlone } from '#service/moving/open-alone.ts'
import { endpointName } from '#service/forwarding/endpoint.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { fillStore } from './filled-store.ts'

const databases = postgresDatabases()
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-moving-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const opened: Store[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map((store) => store.close()))
})
async function kept(opening: Promise<Store>): Promise<Store> {
  const store = await opening
  opened.push(store)
  return store
}
const newFile = () => path.join(folder, `${randomUUID()}.db`)
const onSqlite = (key = piiKey, file = newFile()) =>
  kept(openSqliteStore({ file, piiKey: key, exclusive: true }))
const onPostgres = async (key = piiKey) =>
  kept(openPostgresStore({ url: await databases.url(), piiKey: key, supervise: false }))

const engines = [
  ['SQLite', 'PostgreSQL', onSqlite, onPostgres],
  ['PostgreSQL', 'SQLite', onPostgres, onSqlite],
] as const

const move = (from: Store, to: Store, keys = { from: piiKey, to: piiKey }) =>
  moveStore({ from, to, target: 'the target', keys, now: () => noon, tell: () => undefined })

test.each(engines)('conversions that wait on %s are not lost on the way to %s unasked', async (...engine) => {
  const [, , openFrom, openTo] = engine
  const [from, to] = [await openFrom(), await openTo()]
  await appendTo(from, [newEvent()])
  await from.queue.put([{ queue: conversionQueue, key: 'order', runAt: noon }])
  await expect(move(from, to)).rejects.toThrow(/analytics service: 1\. .*--without-conversions/)
  expect(await to.log.head()).toBe(0)
  const withoutConversions = true
  const settings = { from, to, target: 'the target', keys: { from: piiKey, to: piiKey }, withoutConversions }
  await moveStore({ ...settings, now: () => noon, tell: () => undefined })
  expect(await to.log.head()).toBe(1)
  expect((await from.queue.depth()).find(({ queue }) => queue === conversionQueue)?.jobs).toBe(1)
})

async function rowsOf(store: Store, table: (typeof copiedTables)[number]): Promise<unknown[]> {
  const rows: CopyRow[] = []
  for await (const page of pagesOf(store.copy, table)) rows.push(...page)
  return rows.map((row) =>
    row.map((value) => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)),
  )
}

async function dumpOf(store: Store) {
  return store.projections.dump((await store.projections.live()).generation)
}

test.each(engines)('all that a store on %s holds is the same on %s', async (_from, _to, openFrom, openTo) => {
  const [from, to] = [await openFrom(), await openTo()]
  const { runIds, email } = await fillStore(from)
  const moved = await move(from, to)
  // Nothing is in a table that the test has not filled, so none is left out by mistake.
  expect(moved.tables.filter(({ rows }) => rows === 0)).toEqual([])
  for (const table of copiedTables) expect(await rowsOf(to, table), table).toEqual(await rowsOf(from, table))
  expect(await to.log.read(0, 1000)).toEqual(await from.log.read(0, 1000))
  expect(await to.vault.read(runIds[0]!)).toEqual(await from.vault.read(runIds[0]!))
  expect(await to.people.findRuns(email)).toEqual(await from.people.findRuns(email))
  expect(moved.uploads).toEqual({ uploads: 2, bytes: uploadPartBytes + 1000 + 100 })
  // One of the two belongs to an order and does not expire with what was never ordered.
  expect(await to.uploads.expire(noon, 10)).toBe(1)
  expect(await to.uploads.list(runIds[0]!)).toHaveLength(1)
  expect(await dumpOf(to)).toEqual(await dumpOf(from))
  // Four funnels by five segments, five models by five dimensions and the orders, over a year and a half in one range.
  expect(moved.reports).toBe(4 * 5 + 5 * 5 + 1)
  expect(moved.checkpoint).toBe((await from.log.head()) - 1)
})

test.each(engines)(
  'from %s to %s: what was delivered is not owed again, what is owed is',
  async (_from, _to, openFrom, openTo) => {
    const [from, to] = [await openFrom(), await openTo()]
    await fillStore(from)
    await move(from, to)
    expect(new Set(await to.deliveries.countByState())).toEqual(new Set(await from.deliveries.countByState()))
    const before = await rowsOf(to, 'deliveries')
    const places = await to.projections.live()
    // The service goes on with what was not projected, and only that is new.
    await projectNext(to, places, { size: 100, now: noon, endpoint: endpointName })
    await rebuildProjections({ store: to, now: () => noon })
    const after = await rowsOf(to, 'deliveries')
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after).toHaveLength(before.length + 1)
    const pending = await to.deliveries.list({ state: 'pending', limit: 1000 })
    const jobs = await to.queue.claim(deliveryQueue, Date.now() + 1e9, 1000, 1000)
    expect(new Set(jobs.map(({ key }) => key))).toEqual(new Set(pending.map(({ runId }) => runId)))
    expect(pending.length).toBeGreaterThan(20)
  },
)

test('the copy goes on counting where the original stopped', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  await move(from, to)
  const head = await from.log.head()
  const [last] = await to.deliveries.list({ limit: 1 })
  const [again] = await from.log.read(0, 1)
  const { position: _, ...first } = again!
  const appended = await appendTo(to, [newEvent({}, 'start'), first])
  expect(appended).toEqual([
    { status: 'stored', position: head + 1 },
    { status: 'duplicate', position: 1 },
  ])
  while (
    (await projectNext(to, await to.projections.live(), { size: 100, now: noon, endpoint: endpointName }))
      .kind !== 'idle'
  );
  expect((await to.deliveries.list({ limit: 1 }))[0]!.id).toBe(last!.id + 2)
})

test('with another key personal data is sealed again, and found by its e-mail address', async () => {
  const newKey = new Uint8Array(32).fill(8)
  const [from, to] = [await onSqlite(), await onPostgres(newKey)]
  const { runIds, email } = await fillStore(from)
  const moved = await move(from, to, { from: piiKey, to: newKey })
  expect(moved.tables.find(({ table }) => table === 'fingerprints')?.rows).toBe(0)
  for (const runId of runIds) expect(await to.vault.read(runId)).toEqual(await from.vault.read(runId))
  expect(await to.people.findRuns(email)).toEqual(await from.people.findRuns(email))
  const [one, other] = [await rowsOf(from, 'personal_data'), await rowsOf(to, 'personal_data')]
  expect(other).toHaveLength(one.length)
  expect(other).not.toEqual(one)
})

test.each(engines)('from %s to %s: nothing is copied over anything', async (_from, _to, openFrom, openTo) => {
  const [from, to] = [await openFrom(), await openTo()]
  await fillStore(from)
  const rejected = [{ receivedAt: noon, type: null, funnel: null, issues: [] }]
  await to.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
  await expect(move(from, to)).rejects.toThrow('the target is not empty, its table rejected_events has rows')
  expect(await to.log.head()).toBe(0)
})

test('a row that is changed on its way is found', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  const forgetful: Store = {
    ...to,
    copy: {
      ...to.copy,
      import: (table, rows) => to.copy.import(table, table === 'once_keys' ? rows.slice(1) : rows),
    },
  }
  await expect(move(from, forgetful)).rejects.toThrow(
    /^the copy of once_keys is not like what was sent: 5 of 6 rows/,
  )
})

test('reports that differ are found', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  const wrong: Store = {
    ...to,
    reports: { ...to.reports, attribution: async () => ({ asOfPosition: 1, rows: [] }) },
  }
  await expect(move(from, wrong)).rejects.toThrow(/attribution\?.* is not the same on both sides/)
})

test('a store in use is refused, and one that is being copied takes no events from others', async () => {
  const url = await databases.url()
  const service = await kept(openPostgresStore({ url, piiKey, supervise: false }))
  await service.ready()
  await expect(openAlone({ engine: 'postgres', url }, piiKey)).rejects.toThrow(StoreRefused)
  await service.close()
  const alone = await openAlone({ engine: 'postgres', url }, piiKey)
  const late = await kept(openPostgresStore({ url, piiKey, supervise: false, lockTimeoutMs: 200 }))
  await expect(appendTo(late, [newEvent()])).rejects.toThrow('lock')
  await alone.close()
  expect(await appendTo(late, [newEvent()])).toMatchObject([{ status: 'stored' }])

  const file = newFile()
  await onSqlite(piiKey, file)
  await expect(openAlone({ engine: 'sqlite', file }, piiKey)).rejects.toThrow('is in use by another service')
})

import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client } from 'pg'
import { afterAll, afterEach, expect, test } from 'vitest'
import { uploadPartBytes } from '#db/ports/upload-store.ts'
import { type CopyRow, copiedTables } from '#db/ports/copy-store.ts'
import { openPostgresStore } from '#db/postgres/open.ts'
import { openSqliteStore } from '#db/sqlite/open.ts'
import { type Store, StoreRefused } from '#db/ports/store.ts'
import { pagesOf } from '#service/store-copy/copy-tables.ts'
import { moveStore } from '#service/store-copy/move-store.ts'
import { openAlone } from '#service/store-copy/open-alone.ts'
import { projectNext } from '#service/projections/project-next.ts'
import { rebuildProjections } from '#service/projections/rebuild.ts'
import { ArchiveUnreadable } from '#service/archive/range-file.ts'
import { noon } from '#tests/build-events.ts'
import { appendTo, newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { usePartitionsOf } from '#tests/db/postgres/partitions/small-partitions.ts'
import { archiveAll, fillWorld, randomWorld, rangePositions } from '#tests/service/archive/old-world.ts'
import { projecting } from '#tests/service/projections/projected-store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { createVaultCipher } from '#db/keys/vault-cipher.ts'
import { contentLocation } from '#service/outbox/sealed-content.ts'
import { fillStore, userEmail, userIdentity } from './filled-store.ts'
import { createUserDirectory } from '#service/users/user-directory.ts'

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
const onSqlite = (key = piiKey, file = newFile(), options = {}) =>
  kept(openSqliteStore({ file, piiKey: key, exclusive: true, ...options }))
const onPostgres = async (key = piiKey, _file?: string, options: { rangePositions?: number } = {}) => {
  const url = await databases.url()
  if (options.rangePositions !== undefined) await usePartitionsOf(url, options.rangePositions, 8)
  return kept(openPostgresStore({ url, piiKey: key, supervise: false, ...options }))
}

const engines = [
  ['SQLite', 'PostgreSQL', onSqlite, onPostgres],
  ['PostgreSQL', 'SQLite', onPostgres, onSqlite],
] as const

const move = (from: Store, to: Store, keys = { from: piiKey, to: piiKey }) =>
  moveStore({ from, to, target: 'the target', keys, now: () => noon, onProgress: () => undefined })

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

test.each(engines)('a store on %s is copied completely to %s', async (_from, _to, openFrom, openTo) => {
  const [from, to] = [await openFrom(), await openTo()]
  const { runIds, email } = await fillStore(from)
  const moved = await move(from, to)
  // Every table must have rows. Otherwise, the comparison below would prove nothing about it. Those of the archive are
  // compared in the next test.
  const empty = moved.tables.filter(({ rows }) => rows === 0).map(({ table }) => table)
  expect(empty).toEqual(['archived_ranges', 'archived_ids', 'archived_runs'])
  for (const table of copiedTables) expect(await rowsOf(to, table), table).toEqual(await rowsOf(from, table))
  expect(await to.log.read(0, 1000)).toEqual(await from.log.read(0, 1000))
  expect(await to.vault.read(runIds[0]!)).toEqual(await from.vault.read(runIds[0]!))
  expect(await to.people.findRuns(email)).toEqual(await from.people.findRuns(email))
  expect(moved.uploads).toEqual({ uploads: 2, bytes: uploadPartBytes + 1000 + 100 })
  // Only the upload without an order expires. The upload of `runIds[0]` is kept for an order.
  expect(await to.uploads.expire(noon, 10)).toBe(1)
  expect(await to.uploads.list(runIds[0]!)).toHaveLength(1)
  expect(await dumpOf(to)).toEqual(await dumpOf(from))
  // The data fits into one date range. For that range, these reports are compared: the drop-off of each of four funnels
  // with five different filters and by twelve dimensions, the attribution for five models and six dimensions, the paths,
  // the costs, the cohorts, the variants and the orders.
  expect(moved.reports).toBe(4 * 5 + 4 * 12 + 5 * 6 + 1 + 1 + 1 + 1 + 1)
  expect(moved.checkpoint).toBe((await from.log.head()) - 1)
})

test.each(engines)(
  'a store on %s whose log is archived is copied to %s with the help of its files',
  { tags: 'slow' },
  async (_from, _to, openFrom, openTo) => {
    const from = await openFrom(piiKey, newFile(), { rangePositions })
    const to = await openTo(piiKey, newFile(), { rangePositions })
    await fillWorld(projecting(from), [1])
    const archiveFolder = path.join(folder, randomUUID())
    await archiveAll(from, archiveFolder)
    expect(await from.archive.end()).toBeGreaterThan(0)
    const settings = { from, to, target: 'the target', now: () => noon, onProgress: () => undefined }
    const keys = { from: piiKey, to: piiKey }
    await expect(moveStore({ ...settings, keys, archiveFolder: folder })).rejects.toThrow(ArchiveUnreadable)
    const moved = await moveStore({ ...settings, keys, archiveFolder })
    for (const table of ['archived_ranges', 'archived_ids', 'archived_runs'] as const) {
      expect(moved.tables.find((one) => one.table === table)!.rows, table).toBeGreaterThan(0)
      expect(await rowsOf(to, table), table).toEqual(await rowsOf(from, table))
    }
    expect(await to.log.read(0, 1000)).toEqual(await from.log.read(0, 1000))
    expect(await dumpOf(to)).toEqual(await dumpOf(from))
    const [removed] = randomWorld(1)
    expect(await appendTo(to, [removed!])).toEqual([{ status: 'duplicate', position: 1 }])
  },
)

test('runs that an interrupted archiving has only chosen are not copied, and half a removal is refused', async () => {
  const url = await databases.url()
  const from = await kept(openPostgresStore({ url, piiKey, supervise: false }))
  await fillStore(from)
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(`INSERT INTO archived_runs VALUES ('chosen', 3)`)
  await client.query(`INSERT INTO archived_ids VALUES ('${randomUUID()}', 3)`)
  await client.end()
  const range = {
    after: 0,
    upTo: 9,
    events: 9,
    firstAt: noon,
    file: 'x',
    bytes: 1,
    sha256: '',
    archivedAt: noon,
  }
  const ranges = async () => [{ ...range, isRemoved: false }]
  const to = await onSqlite()
  await expect(move({ ...from, archive: { ...from.archive, ranges } }, to)).rejects.toThrow(
    'run npm run log:archive first',
  )
  const { tables } = await move(from, to)
  for (const table of ['archived_runs', 'archived_ids'])
    expect(tables.find((one) => one.table === table)!.rows, table).toBe(0)
})

test.each(engines)(
  'from %s to %s: no message is enqueued twice, and none is lost',
  async (_from, _to, openFrom, openTo) => {
    const [from, to] = [await openFrom(), await openTo()]
    await fillStore(from)
    await move(from, to)
    expect(new Set(await to.outbox.countByState())).toEqual(new Set(await from.outbox.countByState()))
    const before = await rowsOf(to, 'outbox')
    const places = await to.projections.live()
    // All events but the last are already projected. Projecting the last one, as the service does, enqueues a message.
    await projectNext(to, places, { size: 100, now: noon, destinations: ['webhook'] })
    await rebuildProjections({ store: to, now: () => noon })
    const after = await rowsOf(to, 'outbox')
    expect(after.slice(0, before.length)).toEqual(before)
    expect(after).toHaveLength(before.length + 1)
    const pending = await to.outbox.list({ state: 'pending', limit: 1000 })
    expect(pending.length).toBeGreaterThan(20)
  },
)

test('the copy continues with the positions of the original', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  await move(from, to)
  const head = await from.log.head()
  const [last] = await to.outbox.list({ limit: 1 })
  const [again] = await from.log.read(0, 1)
  const { position: _, ...first } = again!
  const appended = await appendTo(to, [newEvent({}, 'start'), first])
  expect(appended).toEqual([
    { status: 'stored', position: head + 1 },
    { status: 'duplicate', position: 1 },
  ])
  while (
    (await projectNext(to, await to.projections.live(), { size: 100, now: noon, destinations: ['webhook'] }))
      .kind !== 'idle'
  );
  expect((await to.outbox.list({ limit: 1 }))[0]!.id).toBe(last!.id + 2)
})

test('with another key, data keys are rewrapped, the outbox is resealed, and runs are found by e-mail address', async () => {
  const newKey = new Uint8Array(32).fill(8)
  const [from, to] = [await onSqlite(), await onPostgres(newKey)]
  const { runIds, email } = await fillStore(from)
  const moved = await move(from, to, { from: piiKey, to: newKey })
  expect(moved.tables.find(({ table }) => table === 'fingerprints')?.rows).toBe(0)
  for (const runId of runIds) expect(await to.vault.read(runId)).toEqual(await from.vault.read(runId))
  expect(await to.people.findRuns(email)).toEqual(await from.people.findRuns(email))
  for (const words of [['öztürk', 'Łucja'], [email]]) {
    const found = await to.people.searchOrders(words, 10)
    expect(found).toHaveLength(6)
    expect(found).toEqual(await from.people.searchOrders(words, 10))
  }
  for (const kind of ['application', 'invoice'] as const) {
    const content = await to.documents.read({ runId: runIds[0]!, kind, version: 1 })
    expect(Buffer.from(content!).toString()).toBe(`%PDF ${kind}`)
  }
  expect(await rowsOf(to, 'personal_data')).toEqual(await rowsOf(from, 'personal_data'))
  const [one, other] = [await rowsOf(from, 'data_keys'), await rowsOf(to, 'data_keys')]
  expect(other).toHaveLength(one.length)
  expect(other).not.toEqual(one)
  const [row] = await to.outbox.contents('mail', 0, 1)
  const place = contentLocation(row!.messageId)
  expect(createVaultCipher(newKey).unseal(place, row!.content!)).toContain('łucja@example.org')
  expect(() => createVaultCipher(piiKey).unseal(place, row!.content!)).toThrow()
  const cipher = createVaultCipher(newKey)
  const directory = createUserDirectory({ users: to.users, cipher, now: () => noon })
  expect(await directory.findByEmail(userEmail)).toMatchObject({ name: 'Łukasz', email: userEmail })
  expect(await directory.findByIdentity(userIdentity)).toMatchObject({ email: userEmail })
  expect(await to.users.sharedAccess()).toBe(false)
})

test.each(engines)(
  'from %s to %s: a target that is not empty is refused',
  async (_from, _to, openFrom, openTo) => {
    const [from, to] = [await openFrom(), await openTo()]
    await fillStore(from)
    const rejected = [{ receivedAt: noon, type: null, funnel: null, issues: [] }]
    await to.log.append({ events: [], rejected, now: noon, dedupeWindowMs: 0 })
    await expect(move(from, to)).rejects.toThrow(
      'the target is not empty, its table rejected_events has rows',
    )
    expect(await to.log.head()).toBe(0)
  },
)

test('a row lost during the copy is detected', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  const lossy: Store = {
    ...to,
    copy: {
      ...to.copy,
      import: (table, rows) => to.copy.import(table, table === 'once_keys' ? rows.slice(1) : rows),
    },
  }
  await expect(move(from, lossy)).rejects.toThrow(
    /^the copy of once_keys differs from the source: 5 of 6 rows/,
  )
})

test('differing reports are detected', async () => {
  const [from, to] = [await onSqlite(), await onPostgres()]
  await fillStore(from)
  const wrong: Store = {
    ...to,
    reports: { ...to.reports, attribution: async () => ({ asOfPosition: 1, rows: [] }) },
  }
  await expect(move(from, wrong)).rejects.toThrow(/attribution\?.* differs between the two stores/)
})

test('a store in use is refused, and a store being copied accepts no events from other processes', async () => {
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

import { Client } from 'pg'
import { expect, test } from 'vitest'
import { StoreRefused, StoreUnavailable } from '#db/ports/store.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { appendTo, newEvent } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'

const databases = postgresDatabases()
const open = openStores()

async function change(url: string, statement: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ count: string }>(statement)
  await client.end()
  return rows
}

/** Returns the URL of the test database with the given parts replaced. */
async function elsewhere(over: Partial<URL>): Promise<string> {
  const url = Object.assign(new URL(await databases.url()), over)
  return url.href
}

test('several processes can open a new database at once, and it is migrated once', async () => {
  const url = await databases.emptyUrl()
  const stores = await Promise.all([open(url), open(url), open(url)])
  expect((await appendTo(stores[0], [newEvent()]))[0]?.position).toBe(1)
  expect(await stores[2].log.head()).toBe(1)
  const rows = await change(url, 'SELECT count(DISTINCT hash), count(*) AS all FROM __drizzle_migrations')
  expect(rows).toEqual([{ count: rows[0]!.count, all: rows[0]!.count }])
  expect(await change(url, 'SELECT count(*) FROM generations')).toEqual([{ count: '1' }])
})

test('reopening migrates nothing and keeps all data, even while another process works', async () => {
  const url = await databases.url()
  const store = await open(url)
  await appendTo(store, [newEvent()])
  const writing = Promise.all(Array.from({ length: 50 }, () => appendTo(store, [newEvent()])))
  const again = await open(url)
  await writing
  expect(await again.log.head()).toBe(51)
})

test.each([
  [
    'of a newer version',
    "INSERT INTO __drizzle_migrations (hash, created_at) VALUES ('of the future', 9999999999999)",
    /migrated \d+ times.*has \d+ migrations: start a newer version/,
  ],
  [
    'that was migrated by other files',
    "UPDATE __drizzle_migrations SET hash = 'edited' WHERE id = 2",
    /migration 2 .* is not the one in .*must not be edited/,
  ],
])('a database %s is refused', async (_, statement, message) => {
  const url = await databases.url()
  await change(url, statement)
  const refusal = await open(url).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(message)
})

test('another key is refused with the cause and advice, and the first key still opens', async () => {
  const url = await databases.url()
  await open(url)
  const refusal = await open(url, { piiKey: new Uint8Array(32).fill(8) }).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(/does not match the database 127\.0\.0\.1:\d+\/test_.*Set PII_KEY/)
  await open(url)
})

test('of two processes that open a new database with different keys one is refused', async () => {
  const url = await databases.url()
  const opened = await Promise.allSettled([open(url), open(url, { piiKey: new Uint8Array(32).fill(8) })])
  expect(opened.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('a database with a Latin encoding is refused', async () => {
  const url = await databases.url('latin')
  const name = new URL(url).pathname.slice(1)
  await databases.asOwner(`DROP DATABASE ${name}`)
  await databases.asOwner(`CREATE DATABASE ${name} ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'`)
  const refusal = await open(url).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(/has the encoding LATIN1; Formlotse needs UTF8.*CREATE DATABASE/)
})

test.each([
  ['that does not exist', { pathname: '/nowhere' }, StoreRefused, /database does not exist.*CREATE DATABASE/],
  ['with a wrong password', { password: 'secret-word' }, StoreRefused, /Correct user and password/],
  ['on a port where nothing listens', { port: '1' }, StoreUnavailable, /cannot be reached.*Start PostgreSQL/],
  ['on a host with no address', { hostname: 'nowhere.invalid' }, StoreUnavailable, /cannot be reached/],
])('a database %s is refused with advice and without the password', async (_, over, kind, message) => {
  const refusal = await open(await elsewhere(over)).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(kind)
  expect(String(refusal)).toMatch(message)
  expect(String(refusal)).not.toMatch(/secret-word|formlotse@/)
})

test('a user who may not create tables is refused with the privilege to grant', async () => {
  const url = new URL(await databases.emptyUrl())
  await databases.asOwner(
    `DO $$ BEGIN CREATE ROLE guest LOGIN PASSWORD 'guest'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  )
  const refusal = await open(Object.assign(url, { username: 'guest', password: 'guest' }).href).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(StoreRefused)
  expect(String(refusal)).toMatch(/lacks a privilege.*grant it CREATE/)
})

test('a user who owns only the database can open and use it', async () => {
  const url = new URL(await databases.emptyUrl())
  await databases.asOwner(
    `DO $$ BEGIN CREATE ROLE owner LOGIN PASSWORD 'owner'; EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  )
  await databases.asOwner(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO owner`)
  const store = await open(Object.assign(url, { username: 'owner', password: 'owner' }).href)
  const event = newEvent({ personal: { form: { vorname: 'Ada' } } })
  await appendTo(store, [event])
  expect(await store.people.erase([{ runId: event.runId, upTo: 1 }])).toBe(1)
})

test('a backup is refused in favour of PostgreSQL’s tools', async () => {
  const store = await open(await databases.url())
  await expect(store.backup('/nowhere')).rejects.toThrow(/pg_dump.*pg_basebackup/)
})

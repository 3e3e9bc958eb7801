import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { Pool } from 'pg'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { template } from './serve-postgres.ts'

/**
 * Returns functions that create databases on the server that all test files share. The databases are removed after each
 * test, or at the end of the test file.
 */
export function postgresDatabases(lasting: 'test' | 'file' = 'test') {
  const made = new Map<string, Promise<string>>()
  let opened: Promise<Pool> | undefined
  const admin = () => (opened ??= connect())

  // PostgreSQL is started in `beforeAll`, because starting it on a busy machine can exceed a test's timeout.
  beforeAll(admin, 60_000)
  // A test's databases are dropped while the next test runs. Before the drop, `drop` waits for their connections, which
  // may end only shortly after `pool.end()` has resolved.
  const dropping: Promise<void>[] = []
  const dropMade = () => {
    for (const url of made.values()) dropping.push(Promise.all([admin(), url]).then(drop))
    made.clear()
  }
  if (lasting === 'test') afterEach(dropMade)
  afterAll(async () => {
    dropMade()
    await Promise.all(dropping)
    await (await opened)?.end()
  })

  function find(name: string = randomUUID(), from: string = template): Promise<string> {
    const found = made.get(name) ?? admin().then((pool) => create(pool, from))
    made.set(name, found)
    return found
  }
  return {
    /**
     * Returns the URL of a database with the newest schema. Calls with the same name share a database. A call without a
     * name creates a new one.
     */
    url: (name?: string) => find(name),
    emptyUrl: () => find(randomUUID(), 'template0'),
    /** Returns the URL of a copy of a database to which all connections are closed. */
    async copyOf(url: string) {
      const name = nameOf(url)
      await connectionsEnded(await admin(), name)
      return find(randomUUID(), name)
    },
    /** Runs a statement as the superuser of the server. */
    asOwner: async (statement: string) => (await admin()).query(statement),
  }
}

async function connect(): Promise<Pool> {
  const response = await fetch(inject('postgresUrl'))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return new Pool({ connectionString: text, max: 4 })
}

async function create(admin: Pool, from: string): Promise<string> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await admin.query(`CREATE DATABASE ${name} TEMPLATE ${from} STRATEGY FILE_COPY`)
  const url = new URL(admin.options.connectionString!)
  url.pathname = `/${name}`
  return url.href
}

/**
 * Maximum time in ms to wait for connections to end before a database is dropped or copied. Dropping terminates the
 * remaining connections, and their clients may then emit an unhandled error. Copying fails if there are any.
 */
const endWithinMs = 2000

async function drop([admin, url]: [Pool, string]): Promise<void> {
  const name = nameOf(url)
  await connectionsEnded(admin, name)
  await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)
}

const nameOf = (url: string) => new URL(url).pathname.slice(1)

async function connectionsEnded(admin: Pool, name: string): Promise<void> {
  const deadline = performance.now() + endWithinMs
  while ((await connectionsTo(admin, name)) > 0 && performance.now() < deadline) await setTimeout(50)
}

async function connectionsTo(admin: Pool, name: string): Promise<number> {
  const { rows } = await admin.query<{ connections: number }>(
    'SELECT count(*)::int AS connections FROM pg_stat_activity WHERE datname = $1',
    [name],
  )
  return rows[0]!.connections
}

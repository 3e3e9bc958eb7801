import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { createDataKeys } from '#db/keys/data-keys.ts'
import { toAppendRows } from '#db/ports/append-rows.ts'
import { clientConfig } from '#db/postgres/connection/connection.ts'
import { migrate } from '#db/postgres/connection/migrate.ts'
import { createAppend } from '#db/postgres/log/append.ts'
import { createLogReads } from '#db/postgres/log/read-log.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { newEvent, piiKey } from '#tests/db/contract/setup.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { applyMigrations, beforePartitions } from './earlier-schema.ts'
import { prepareEarlierStatements } from './earlier-statements.ts'

const databases = postgresDatabases()
const openStore = openStores()

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  onTestFinished(() => client.end())
  await client.connect()
  return client
}

/** Creates a database of the version before partitions, with `count` events. */
async function earlierDatabase(count: number) {
  const url = await databases.emptyUrl()
  await applyMigrations(url, beforePartitions)
  const session = await connect(url)
  await session.query(
    `INSERT INTO events SELECT n, 'id' || n, 'step', 'anmeldung', 1, 'run' || n / 4, 's', 1, n, n, n, n, '{"seconds":4}',
       '{}', '{"device":"mobile"}' FROM generate_series(1, $1::int) AS n`,
    [count],
  )
  return { url, session }
}

/**
 * Opens connections that resemble those of a process of the previous version. Appends and reads of pages are those of this
 * version, which have changed little: an append also looks for ids of archived events and finds an empty table of them in a
 * separate schema. The statements that have changed more are executed as they were. The connections lack the settings for
 * plans that came with partitions.
 */
async function openEarlierProcess(address: string) {
  const session = await connect(address)
  await session.query(
    'CREATE SCHEMA later; CREATE TABLE later.archived_ids (id uuid PRIMARY KEY, position bigint NOT NULL)',
  )
  const url = `${address}?options=${encodeURIComponent('-c search_path=public,later')}`
  const pool = new Pool({
    ...clientConfig({ url, lockTimeoutMs: 10_000, statementTimeoutMs: 30_000 }),
    max: 2,
  })
  onTestFinished(() => pool.end())
  const append = createAppend(pool, createDataKeys(piiKey), () => {})
  return {
    log: createLogReads(pool),
    run: prepareEarlierStatements(address),
    append: (ids: string[]) =>
      append(
        toAppendRows({
          events: ids.map((id) => newEvent({ id, personal: { form: { vorname: 'Ada' } } })),
          rejected: [],
          now: Date.now(),
          dedupeWindowMs: 0,
        }),
      ),
  }
}

const contentOf = (
  table: string,
) => `SELECT count(*)::int AS events, md5(string_agg(t::text, ',' ORDER BY position)) AS hash
  FROM ${table} AS t`

test('the log of an earlier version becomes the first partition, unchanged', async () => {
  const { url, session } = await earlierDatabase(5000)
  const { rows: before } = await session.query(contentOf('events'))
  const { rows: file } = await session.query<{ file: string }>(
    `SELECT pg_relation_filenode('events')::text AS file`,
  )
  await session.query(
    `CREATE TABLE seen (idle text);
     CREATE FUNCTION note_timeout() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       INSERT INTO seen VALUES (current_setting('idle_in_transaction_session_timeout'));
       RETURN NEW;
     END $$;
     CREATE TRIGGER note_timeout BEFORE INSERT ON __drizzle_migrations FOR EACH ROW EXECUTE FUNCTION note_timeout()`,
  )
  await migrate(url)
  // A process that freezes during the migration must not keep its locks.
  expect((await session.query('SELECT DISTINCT idle FROM seen')).rows).toEqual([{ idle: '5s' }])
  expect((await session.query(contentOf('events'))).rows).toEqual(before)
  expect((await session.query(contentOf('events_20000000'))).rows).toEqual(before)
  // The rows were not copied.
  const { rows: after } = await session.query(`SELECT pg_relation_filenode('events_20000000')::text AS file`)
  expect(after).toEqual(file)
  const { rows: columns } = await session.query(
    `SELECT column_name, data_type, collation_name, is_nullable FROM information_schema.columns
     WHERE table_name = 'events' EXCEPT
     SELECT column_name, data_type, collation_name, is_nullable FROM information_schema.columns
     WHERE table_name = 'events_30000000'`,
  )
  expect(columns).toEqual([])
})

test('converting the log reads no row, because a checked constraint proves its bounds', async () => {
  const { url, session } = await earlierDatabase(10)
  await applyMigrations(url, beforePartitions + 1)
  await session.query('ALTER TABLE events VALIDATE CONSTRAINT events_up_to_20000000')
  const verbose = `${url}?options=${encodeURIComponent('-c client_min_messages=debug1')}`
  expect(await applyMigrations(verbose, beforePartitions + 2)).toContain(
    'partition constraint for table "events_20000000" is implied by existing constraints',
  )
})

test.each([
  [29_000_000, ['events_40000000', 'events_50000000', 'events_60000000']],
  [20_000_001, ['events_40000000', 'events_50000000', 'events_60000000']],
  [20_000_000, ['events_30000000', 'events_40000000', 'events_50000000']],
])(
  'the first partition of a log up to position %s ends at least a whole partition later',
  async (head, names) => {
    const { url, session } = await earlierDatabase(0)
    await session.query(
      `INSERT INTO events SELECT ${head}, 'id', 'step', 'anmeldung', 1, 'run', 's', 1, 1, 1, 1, 1, '{}', '{}', '{}'`,
    )
    await migrate(url)
    const { rows } = await session.query<{ name: string }>(
      `SELECT inhrelid::regclass::text AS name FROM pg_inherits WHERE inhparent = 'events'::regclass ORDER BY name`,
    )
    expect(rows.map(({ name }) => name)).toEqual(names)
  },
)

test('a process of the previous version appends and reads during and after the migration', async () => {
  const { url, session } = await earlierDatabase(3000)
  const earlier = await openEarlierProcess(url)
  const state = { migrating: true, appended: 0 }
  const appending = (async () => {
    // Eight appends suffice for PostgreSQL to keep the plan of a prepared statement.
    for (let round = 0; state.migrating || round < 8; round += 1) {
      const results = await earlier.append([randomUUID(), randomUUID(), 'id17'])
      expect(results).toMatchObject([
        { status: 'stored', position: 3001 + state.appended },
        { status: 'stored', position: 3002 + state.appended },
        { status: 'duplicate', position: 17 },
      ])
      state.appended += 2
      expect(await earlier.log.head()).toBe(3000 + state.appended)
      expect(await earlier.log.read(2999 + state.appended, 9)).toHaveLength(1)
      const known = await earlier.run('append-known', [['id17'], [], [], [], []])
      expect(known).toContainEqual({ kind: 'id', key: 'id17', position: '17', extra: null })
      expect(await earlier.run('read-runs', [['run4'], 0, 3000, 100, 100_000])).toHaveLength(4)
      const message = [['webhook'], [17], ['run4'], ['step'], [1], ['id17'], [null]]
      expect(await earlier.run('enqueue-messages', message)).toEqual([])
    }
  })()
  await migrate(url).finally(() => (state.migrating = false))
  await appending
  const done = state.appended
  await earlier.append([randomUUID()])
  const store = await openStore(url)
  expect(await store.log.head()).toBe(3001 + done)
  const { rows } = await session.query('SELECT count(*)::int AS events FROM events_20000000')
  expect(rows).toEqual([{ events: 3001 + done }])
})

test.each([
  // The first migration only adds the constraint. The second one waits for a session that reads the log.
  ['while the bounds are checked', 'ALTER TABLE events VALIDATE', 'SHARE UPDATE EXCLUSIVE'],
  ['while the log is converted', 'DO $$\nDECLARE\n\tbound', 'ACCESS SHARE'],
])('a migration that is killed %s is completed by the next one', async (_, statement, lock) => {
  const { url, session } = await earlierDatabase(2000)
  const { rows: before } = await session.query(contentOf('events'))
  await applyMigrations(url, beforePartitions + 1)
  const holding = await connect(url)
  await holding.query(`BEGIN; LOCK TABLE events IN ${lock} MODE`)
  const killed = expect(migrate(url)).rejects.toThrow()
  const kill = `SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock' AND position($1 IN query) > 0`
  await expect.poll(async () => (await session.query(kill, [statement])).rows).toEqual([{ killed: true }])
  await killed
  await holding.query('COMMIT')
  const store = await openStore(url)
  expect((await session.query(contentOf('events'))).rows).toEqual(before)
  expect(await store.partitions!.positionsLeft()).toBe(40_000_000 - 2000)
})

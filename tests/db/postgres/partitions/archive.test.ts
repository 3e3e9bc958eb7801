// @module-tag slow
import { randomUUID } from 'node:crypto'
import { Client, Pool } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import type { NewEvent } from '#db/ports/event-log.ts'
import { StoreRefused } from '#db/ports/store.ts'
import { excludeRun } from '#service/projections/exclude-run.ts'
import { noon } from '#tests/build-events.ts'
import { endedRun, filedRange, projectAll, reject, runIdOf } from '#tests/db/contract/log/archived-world.ts'
import { appendTo, day, newEvent } from '#tests/db/contract/setup.ts'
import { toStatement } from '#db/postgres/connection/run-query-plan.ts'
import { transaction } from '#db/postgres/connection/transaction.ts'
import { runsWithNews } from '#db/postgres/partitions/removed-runs.ts'
import { copyKeptEvents, createKeptTable, swapPartition } from '#db/postgres/partitions/swap-partition.ts'
import { openStores } from '#tests/db/postgres/open-stores.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { usePartitionsOf } from './small-partitions.ts'

const databases = postgresDatabases()
const openStore = openStores()
const size = 300

const range = filedRange(0, size)

async function connect(url: string): Promise<Client> {
  const client = new Client({ connectionString: url })
  onTestFinished(() => client.end())
  await client.connect()
  return client
}

/** Opens a log of 110 ended runs, whose first 100 fill the first partition. */
async function openFilled() {
  const url = await databases.url()
  await usePartitionsOf(url, size, 3)
  const store = await openStore(url, { rangePositions: size })
  const runs = Array.from({ length: 110 }, () => endedRun())
  await appendTo(store, runs.flat())
  await projectAll(store)
  return { url, store, runs, session: await connect(url), reader: await connect(url) }
}

const lateEvent = (run: NewEvent[]) => newEvent({ type: 'step', runId: runIdOf(run), id: randomUUID() })

/** Resolves when the swap waits for the lock on the log. Returns the id of its server process. */
async function swapWaits(session: Client): Promise<number> {
  const waiting = async () => {
    const { rows } = await session.query<{ pid: number }>(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database()
         AND wait_event_type = 'Lock' AND query LIKE 'LOCK TABLE ONLY events%'`,
    )
    return rows[0]?.pid
  }
  await expect.poll(waiting, { interval: 20 }).toBeTypeOf('number')
  return (await waiting()) ?? swapWaits(session)
}

test('runs that change after they were chosen are kept whole, and later changes find them archived', async () => {
  const { store, runs, session, reader } = await openFilled()
  const [late, excluded, rejected] = [runs[3]!, runs[40]!, runs[99]!]
  await reader.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE')
  const archiving = store.archive.archive(range)
  await swapWaits(session)
  expect(await store.archive.runsAmong(runs.map(runIdOf))).toEqual([])
  await appendTo(store, [lateEvent(late)])
  await excludeRun(store, { runId: runIdOf(excluded), at: noon, by: 'operator', reason: 'test' })
  await reject(store, rejected)
  await projectAll(store)
  await reader.query('COMMIT')
  expect(await archiving).toEqual({ removed: 3 * 97 })

  for (const run of [late, excluded, rejected]) {
    const events = await store.log.readRun(runIdOf(run))
    expect(events.slice(0, 3).map(({ id }) => id)).toEqual(run.map(({ id }) => id))
  }
  const archived = runs.slice(0, 100).filter((run) => ![late, excluded, rejected].includes(run))
  expect(await store.archive.runsAmong(runs.map(runIdOf))).toEqual(archived.map(runIdOf).toSorted())
  const { rows } = await session.query('SELECT count(*)::int AS ids FROM archived_ids')
  expect(rows).toEqual([{ ids: 3 * 97 }])
  await appendTo(store, [lateEvent(late), lateEvent(archived[0]!)])
  await projectAll(store)
  // A run that was not removed has all its events in the log, so it begins with no state.
  expect((await store.projections.archivedStates(runs.map(runIdOf))).map(({ runId }) => runId)).toEqual([
    runIdOf(archived[0]!),
  ])
})

test('an archiving that is killed loses nothing, and the next one completes', async () => {
  const { store, runs, session, reader } = await openFilled()
  const before = await store.log.read(0, 500)
  await reader.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE')
  const killed = expect(store.archive.archive(range)).rejects.toThrow()
  await session.query('SELECT pg_terminate_backend($1)', [await swapWaits(session)])
  await killed
  await reader.query('COMMIT')
  expect(await store.log.read(0, 500)).toEqual(before)
  expect([await store.archive.end(), await store.archive.runsAmong(runs.map(runIdOf))]).toEqual([0, []])
  // The run changes between the two attempts.
  await appendTo(store, [lateEvent(runs[0]!)])
  await projectAll(store)
  expect(await store.archive.archive(range)).toEqual({ removed: 3 * 99 })
  expect(await store.log.readRun(runIdOf(runs[0]!))).toHaveLength(4)
  expect(await store.archive.archive(range)).toEqual({ removed: 0 })
})

test('an archiving that loses its connection between two tries ends, and the next one completes', async () => {
  const { store, session, reader } = await openFilled()
  await reader.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE')
  const ended = expect(store.archive.archive(range)).rejects.toThrow(
    'the connection to the database was interrupted',
  )
  const kill = `SELECT pg_terminate_backend(pid) AS killed FROM pg_stat_activity WHERE pid = $1 AND state = 'idle'`
  const pid = await swapWaits(session)
  await expect
    .poll(async () => (await session.query(kill, [pid])).rows, { interval: 20 })
    .toEqual([{ killed: true }])
  await reader.query('COMMIT')
  await ended
  expect(await store.log.read(0, 500)).toHaveLength(330)
  expect(await store.archive.archive(range)).toEqual({ removed: 300 })
})

test('a range is archived while another partition is locked, as by autovacuum', async () => {
  const { store, session } = await openFilled()
  await session.query(`BEGIN; LOCK TABLE ONLY events_${2 * size} IN SHARE UPDATE EXCLUSIVE MODE`)
  expect(await store.archive.archive(range)).toEqual({ removed: 300 })
  await session.query('COMMIT')
})

test('attaching the new table reads no row, because a constraint proves its bounds', async () => {
  const { url, store } = await openFilled()
  const pool = new Pool({ connectionString: url, max: 1, options: '-c client_min_messages=debug1' })
  onTestFinished(() => pool.end())
  const notices: (string | undefined)[] = []
  pool.on('connect', (client) => client.on('notice', ({ message }) => notices.push(message)))
  await transaction(pool, (tx) => createKeptTable(tx, range))
  await transaction(pool, (tx) => copyKeptEvents(tx, range, { from: 0, to: size }))
  const chosen = { head: 330, upload: 0 }
  await transaction(pool, (tx) => swapPartition(tx, range, { chosen, refuse: () => Promise.resolve() }))
  expect(notices).toContain(
    'partition constraint for table "events_300_kept" is implied by existing constraints',
  )
  expect(await store.log.read(0, 500)).toHaveLength(330)
})

test('a swap that takes too long frees the append lock and is repeated', async () => {
  const { store, session } = await openFilled()
  await session.query(
    `CREATE SEQUENCE tries;
     CREATE TABLE seen (idle text, jit text);
     CREATE FUNCTION delay_first() RETURNS trigger LANGUAGE plpgsql AS $$
     BEGIN
       IF nextval('tries') = 1 THEN PERFORM pg_sleep(600); END IF;
       INSERT INTO seen VALUES (current_setting('idle_in_transaction_session_timeout'), current_setting('jit'));
       RETURN NEW;
     END $$;
     CREATE TRIGGER delay_first BEFORE INSERT ON archived_ranges FOR EACH ROW EXECUTE FUNCTION delay_first()`,
  )
  expect(await store.archive.archive(range)).toEqual({ removed: 300 })
  expect((await session.query('SELECT * FROM seen')).rows).toEqual([{ idle: '5s', jit: 'off' }])
})

test('nothing is archived while a process of an earlier version is connected, which does not know archived ids', async () => {
  const { url, store } = await openFilled()
  const earlier = new Client({ connectionString: url, application_name: 'formlotse 3 store' })
  await earlier.connect()
  await expect(store.archive.archive(range)).rejects.toThrow(StoreRefused)
  expect(await store.log.read(0, 500)).toHaveLength(330)
  await earlier.end()
  await expect.poll(() => store.archive.archive(range).catch(() => undefined)).toEqual({ removed: 300 })
})

test('the swap looks for news in indexes, however many delivered messages and uploads there are', async () => {
  const { session } = await openFilled()
  await session.query(
    `INSERT INTO outbox (destination, position, message_id, state, attempts, next_attempt_at, created_at)
     SELECT (ARRAY['webhook', 'conversions'])[1 + n % 2], n / 2, '', 'delivered', 1, 0, 0 FROM generate_series(1, 40000) AS n`,
  )
  await session.query('ANALYZE')
  const { text, values } = toStatement(runsWithNews(range, { head: 330, upload: 0 }))
  const { rows } = await session.query<{ 'QUERY PLAN': string }>({ text: `EXPLAIN ${text}`, values })
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  expect(plan).toContain('outbox_state')
  expect(plan).not.toContain('Seq Scan on outbox')
})

test('a position is found although a range is archived between the snapshot and the read', async () => {
  const { store, session, reader } = await openFilled()
  await reader.query('BEGIN; LOCK TABLE events IN ACCESS SHARE MODE')
  const archiving = store.archive.archive(range)
  await swapWaits(session)
  const found = store.log.positionAt(noon + day)
  const queued = `SELECT count(*)::int AS waiting FROM pg_locks WHERE NOT granted AND mode = 'AccessShareLock'`
  await expect
    .poll(async () => (await session.query<{ waiting: number }>(queued)).rows[0]!.waiting, { interval: 5 })
    .toBeGreaterThan(0)
  await reader.query('COMMIT')
  expect(await found).toBe(330)
  expect(await archiving).toEqual({ removed: 300 })
})

test('appends continue while a range is archived, and repeats of removed events are duplicates throughout', async () => {
  const { url, store, runs, session } = await openFilled()
  const writer = await openStore(url, { rangePositions: size })
  const state = { archiving: true, appended: 0 }
  const appending = (async () => {
    while (state.archiving) {
      const results = await appendTo(writer, [...runs[7]!, newEvent({ runId: randomUUID() })], {
        now: noon + 500 * day,
      })
      expect(results.slice(0, 3)).toEqual([22, 23, 24].map((position) => ({ status: 'duplicate', position })))
      state.appended += 1
      expect(results[3]).toEqual({ status: 'stored', position: 330 + state.appended })
    }
  })()
  const { removed } = await store.archive.archive(range).finally(() => (state.archiving = false))
  await appending
  expect(removed).toBe(300)
  expect(state.appended).toBeGreaterThan(0)

  // The new partition is like the others.
  await expect(session.query('DELETE FROM events_300')).rejects.toThrow('events_300 is append-only')
  const { rows: indexes } = await session.query<{ name: string }>(
    `SELECT indexname AS name FROM pg_indexes WHERE tablename = 'events_300' ORDER BY name`,
  )
  expect(indexes.map(({ name }) => name)).toEqual([
    'events_300_id',
    'events_300_pkey',
    'events_300_run_id_position_idx',
  ])
  const { rows: rest } = await session.query(
    `SELECT FROM pg_constraint WHERE conrelid = 'events_300'::regclass AND contype = 'c'
     UNION ALL SELECT FROM pg_class WHERE relname LIKE 'events%kept%'`,
  )
  expect(rest).toEqual([])
})

import { Client, type Pool, type QueryConfig } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLogReads, readEachRunStatement } from '#db/postgres/log/read-log.ts'
import { loadKnownState } from '#db/postgres/log/known-state.ts'
import { openAppends } from '#db/postgres/connection/connection.ts'
import type { Transaction } from '#db/postgres/connection/transaction.ts'
import { toAppendRows } from '#db/ports/append-rows.ts'
import { postgresDatabases } from '#tests/postgres/databases.ts'
import { newEvent } from '#tests/db/contract/setup.ts'
import { usePartitionsOf } from './small-partitions.ts'

// Six partitions of 20,000 positions, of which the last is empty. Each run has four events.
const size = 20_000
const head = 5 * size
const newest = ['events_100000', 'events_120000']

const databases = postgresDatabases('file')
let client: Client
let appends: Pool

beforeAll(async () => {
  const url = await databases.url('plans')
  await usePartitionsOf(url, size, 6)
  client = new Client({ connectionString: url })
  await client.connect()
  await client.query(
    `INSERT INTO events SELECT n, 'id' || n, CASE n % 4 WHEN 0 THEN 'start' ELSE 'step' END, 'anmeldung', 1,
       'run' || n / 4, 's', 1, n, n, n, n, '{}', '{}', '{}' FROM generate_series(1, ${head}) AS n`,
  )
  await client.query('ANALYZE')
  appends = openAppends({ url, lockTimeoutMs: 5000, statementTimeoutMs: 30_000, connections: 1 })
}, 120_000)
afterAll(() => Promise.all([client.end(), appends.end()]))

interface PlanNode {
  'Node Type': string
  'Relation Name'?: string
  'Actual Loops': number
  Plans?: PlanNode[]
}

/** Runs a statement with the plan that PostgreSQL makes without its values, and returns the executed scans of the log. */
async function scansOf(db: Client | Pool, { text, values = [] }: QueryConfig) {
  await db.query('SET plan_cache_mode = force_generic_plan')
  await db.query(`PREPARE planned AS ${text}`)
  const literals = values.map((value: unknown) =>
    Array.isArray(value) ? `'{${value.join()}}'` : `'${String(value)}'`,
  )
  const execute = literals.length > 0 ? `EXECUTE planned (${literals.join()})` : 'EXECUTE planned'
  const { rows } = await db.query<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>(
    `EXPLAIN (ANALYZE, FORMAT JSON) ${execute}`,
  )
  await db.query('DEALLOCATE planned')
  const nodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(nodes)]
  return nodes(rows[0]!['QUERY PLAN'][0].Plan)
    .filter((node) => node['Actual Loops'] > 0 && node['Relation Name']?.startsWith('events_'))
    .map((node) => ({ type: node['Node Type'], table: node['Relation Name']! }))
}

/** Returns the statement that a read sends. */
async function statementOf(read: (log: ReturnType<typeof createLogReads>) => Promise<unknown>) {
  const sent: QueryConfig[] = []
  const pool = { query: async (statement: QueryConfig) => (sent.push(statement), { rows: [{}] }) }
  await read(createLogReads(pool as unknown as Pool))
  return sent[0]!
}

test.each([
  ['the head', (log) => log.head()],
  ['what follows the checkpoint', (log) => log.read(head - 50, 500)],
  ['the next event', (log) => log.emptyUpTo(head - 50)],
  ['the last event of a run', (log) => log.lastOfRun(`run${head / 4 - 5}`)],
] satisfies [string, Parameters<typeof statementOf>[0]][])(
  'only the newest partitions are read for %s',
  async (_, read) => {
    const scans = await scansOf(client, await statementOf(read))
    expect(scans).not.toEqual([])
    for (const { type, table } of scans) {
      expect(newest).toContain(table)
      expect(type).toMatch(/^Index (Only )?Scan$/)
    }
  },
)

test('only one partition is read for the time of a position', async () => {
  const scans = await scansOf(client, await statementOf((log) => log.timeAt(45_000)))
  expect(scans).toEqual([{ type: 'Index Scan', table: 'events_60000' }])
})

test.each([
  ['a run', (log) => log.readRun('run9')],
  ['an order', (log) => log.readOrder('run9')],
  ['the first event of a run', (log) => log.firstStart('run9')],
  ['an id', (log) => log.find({ id: 'id9' })],
] satisfies [string, Parameters<typeof statementOf>[0]][])(
  'indexes of the partitions are used for %s',
  async (_, read) => {
    const scans = await scansOf(client, await statementOf(read))
    for (const { type, table } of scans)
      if (table !== 'events_120000') expect(type).toMatch(/^(Index (Only )?Scan|Bitmap Heap Scan)$/)
    expect(scans.map(({ table }) => table)).toContain('events_20000')
  },
)

test('indexes of the partitions are used for several runs', async () => {
  const { text, values } = readEachRunStatement(['run9', 'run29000'])
  const scans = await scansOf(client, { text, values })
  for (const { type, table } of scans)
    if (table !== 'events_120000') expect(type).toMatch(/^(Index (Only )?Scan|Bitmap Heap Scan)$/)
  expect(scans.map(({ table }) => table)).toContain('events_20000')
})

test('an append reads the ids by index in each partition, also in one that was empty when it was planned', async () => {
  const sent: QueryConfig[] = []
  const tx = { query: async (statement: QueryConfig) => (sent.push(statement), { rows: [] }) }
  const request = toAppendRows({ events: [newEvent()], rejected: [], dedupeWindowMs: 0 })
  await loadKnownState(tx as unknown as Transaction, request)
  const values = ['{id1,id99999}', '{}', '{}', '{}', '{}', '{}']
  const scans = await scansOf(appends, { ...sent[0]!, values })
  expect(new Set(scans.map(({ table }) => table)).size).toBe(6)
  for (const { type } of scans) expect(type).toMatch(/^(Index (Only )?Scan|Bitmap Heap Scan)$/)
})

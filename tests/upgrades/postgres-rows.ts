import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Client } from 'pg'

const migrations = path.resolve(import.meta.dirname, '../../migrations/postgres')

/** Contents of a PostgreSQL database of the service: its schema by reference, its rows in full. */
export interface PostgresDump {
  /** Number of migrations that were applied to the schema `public`. */
  migrations: number
  /** SQL that creates the queue's schema, from the version of pg-boss that was used. */
  queueSchema: string
  tables: { name: string; columns: string[]; rows: string }[]
}

/** Returns the rows of all tables as JSON text, which PostgreSQL can restore without loss. */
export async function dumpRows(url: string): Promise<PostgresDump['tables']> {
  return withClient(url, async (client) => {
    const { rows: tables } = await client.query<{ name: string; columns: string[] }>(`
      SELECT format('%I.%I', n.nspname, c.relname) AS name, array_agg(quote_ident(a.attname)) AS columns
      FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
      WHERE n.nspname IN ('public', 'jobs') AND c.relkind IN ('r', 'p') AND NOT c.relispartition
        -- Not created by a migration; it has only the request counts of a minute.
        AND c.relname <> 'request_counts'
      GROUP BY 1 ORDER BY 1`)
    const dumped: PostgresDump['tables'] = []
    for (const { name, columns } of tables) {
      const text = `SELECT coalesce(json_agg(t), '[]')::text AS rows FROM (SELECT ${columns.join()} FROM ${name}) t`
      const { rows } = await client.query<{ rows: string }>(text)
      dumped.push({ name, columns, rows: rows[0]!.rows })
    }
    return dumped
  })
}

/** Restores a dump into an empty database. */
export async function restoreDump(url: string, dump: PostgresDump): Promise<void> {
  await withClient(url, async (client) => {
    await migrate(client, dump.migrations)
    await client.query(dump.queueSchema)
    // The rows are complete, so neither triggers nor foreign keys may add or reject any.
    await client.query(`SET session_replication_role = 'replica'`)
    for (const { name, columns, rows } of dump.tables) {
      await client.query(`DELETE FROM ${name}`)
      await client.query(
        `INSERT INTO ${name} (${columns.join()}) OVERRIDING SYSTEM VALUE
         SELECT ${columns.join()} FROM json_populate_recordset(NULL::${name}, $1::json)`,
        [rows],
      )
    }
    await advanceSequences(client)
  })
}

/** Applies the first `count` migrations; the service's records of them are among the restored rows. */
async function migrate(client: Client, count: number): Promise<void> {
  const journal = readFileSync(path.join(migrations, 'meta/_journal.json'), 'utf8')
  const { entries } = JSON.parse(journal) as { entries: { tag: string }[] }
  await client.query(
    'CREATE TABLE __drizzle_migrations (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, hash text NOT NULL, created_at bigint NOT NULL)',
  )
  for (const { tag } of entries.slice(0, count))
    await client.query(readFileSync(path.join(migrations, `${tag}.sql`), 'utf8'))
}

async function advanceSequences(client: Client): Promise<void> {
  const { rows } = await client.query<{ table: string; column: string; sequence: string }>(`
    SELECT format('%I.%I', n.nspname, c.relname) AS table, quote_ident(a.attname) AS column,
      pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) AS sequence
    FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace
    WHERE n.nspname IN ('public', 'jobs') AND c.relkind IN ('r', 'p') AND a.attnum > 0
      AND pg_get_serial_sequence(format('%I.%I', n.nspname, c.relname), a.attname) IS NOT NULL`)
  for (const { table, column, sequence } of rows)
    await client.query(`SELECT setval('${sequence}', max(${column})) FROM ${table} HAVING count(*) > 0`)
}

/**
 * Makes the server's clock run from `at` for all later connections to the database, so that nothing in an old store
 * becomes due or expires between two runs of the tests.
 */
export async function startClockAt(url: string, at: number): Promise<void> {
  await withClient(url, async (client) => {
    const { rows } = await client.query<{ ahead: number }>(
      `SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 - $1 AS ahead`,
      [at],
    )
    const shift = `interval '${Math.round(rows[0]!.ahead)} ms'`
    await client.query('CREATE SCHEMA IF NOT EXISTS shifted_clock')
    for (const name of ['clock_timestamp', 'now'])
      await client.query(
        `CREATE OR REPLACE FUNCTION shifted_clock.${name}() RETURNS timestamptz LANGUAGE sql VOLATILE AS
         $$ SELECT pg_catalog.${name}() - ${shift} $$`,
      )
    // The queue's clock refers to pg_catalog explicitly.
    await client.query(
      `CREATE OR REPLACE FUNCTION jobs.job_now() RETURNS timestamptz LANGUAGE sql STABLE AS
       $$ SELECT pg_catalog.now() - ${shift} $$`,
    )
    // A function is resolved in the first schema that has it, and new tables are created in the first schema.
    const database = new URL(url).pathname.slice(1)
    await client.query(`ALTER DATABASE ${database} SET search_path = public, shifted_clock, pg_catalog`)
  })
}

export async function withClient<Result>(
  url: string,
  use: (client: Client) => Promise<Result>,
): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

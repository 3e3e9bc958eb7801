import { chmodSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Member, type Watch, startMember } from './member.ts'
import { freePort, startPostgresServer } from './postgres-server.ts'
import { startProxy } from './proxy.ts'
import { keepSecrets } from './secrets.ts'

const root = path.resolve(import.meta.dirname, '..')

/** As in compose.yaml. */
const services = [
  { name: 'ingest-1', roles: 'ingest' },
  { name: 'ingest-2', roles: 'ingest' },
  { name: 'projections', roles: 'projections' },
  { name: 'forwarding', roles: 'forwarding' },
] as const

export interface StackOptions {
  /** Holds the data and the secrets of all members. */
  folder: string
  /** Of the proxy; 0 takes a free one. */
  port: number
  /** For every service, over what the stack sets itself. */
  env?: Record<string, string>
  watch: Watch
}

export interface Stack {
  /** Of the proxy. */
  url: string
  /** What a command-line tool needs to work on the same data. */
  env: Record<string, string>
  /** PostgreSQL first, then the services in the order in which requests pass through them. */
  members: readonly Member[]
  /** Ends all of it in order. */
  stop: () => Promise<void>
}

/** The topology of compose.yaml as plain processes: PostgreSQL, two ingest replicas behind a proxy, projections, forwarding. */
export async function startStack({ folder, port, env = {}, watch }: StackOptions): Promise<Stack> {
  const secrets = keepSecrets(folder)
  if (process.getuid?.() === 0) letOthersPass(folder, watch.tell)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    // The last one started is the first one to go; what depends on nothing stays longest.
    for (const end of stops.splice(0).toReversed()) await end()
  }
  try {
    const postgres = await startPostgresServer(
      { folder: path.join(folder, 'postgres'), password: secrets.POSTGRES_PASSWORD },
      watch,
    )
    stops.push(postgres.stop)
    const ports = await Promise.all(services.map(() => freePort()))
    const replicas = ports.filter((_, index) => services[index]!.roles === 'ingest')
    const proxy = await startProxy({ port, replicas })
    stops.push(proxy.close)
    const url = `http://localhost:${proxy.port}`
    const { POSTGRES_PASSWORD: _, ...given } = secrets
    const shared = {
      DATABASE_URL: postgres.url,
      DATA_DIR: path.join(folder, 'data'),
      ...given,
      ...env,
    }
    const members = await Promise.all(
      services.map(({ name, roles }, index) =>
        startService({ name, port: ports[index]!, env: { PUBLIC_URL: url, ...shared, ROLES: roles } }, watch),
      ),
    )
    stops.push(async () => void (await Promise.all(members.map((member) => member.stop()))))
    const file = path.join(folder, 'stack.env')
    const lines = Object.entries(shared).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(file, lines.join(''), { mode: 0o600 })
    return { url, env: shared, members: [postgres, ...members], stop }
  } catch (error) {
    await stop()
    throw error
  }
}

function startService(
  { name, port, env }: { name: string; port: number; env: Record<string, string> },
  watch: Watch,
): Promise<Member> {
  return startMember(
    {
      name,
      command: process.execPath,
      args: [path.join(root, 'service/main.ts')],
      env: {
        PATH: process.env['PATH'] ?? '',
        PORT: String(port),
        // The proxy in front is the one whose word about the client counts.
        TRUST_PROXY: '1',
        LOG_LEVEL: 'warn',
        ...env,
      },
      ready: () => isReady(port),
      stopSignal: 'SIGTERM',
    },
    watch,
  )
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Started by root, PostgreSQL runs as another user, who must be able to pass through to its folder, though not to look around. */
function letOthersPass(folder: string, tell: (line: string) => void): void {
  chmodSync(folder, 0o711)
  for (let place = path.dirname(folder); ; place = path.dirname(place)) {
    const { mode } = statSync(place)
    if ((mode & 0o001) === 0) {
      // The data folder is ours to open; what lies above it is not.
      if (place !== path.dirname(folder))
        throw new Error(
          `PostgreSQL does not run as root and cannot pass through ${place}: chmod o+x it, or give --data`,
        )
      chmodSync(place, (mode & 0o777) | 0o001)
      tell(`other users may pass through ${place} now, for PostgreSQL does not run as root`)
    }
    if (place === path.dirname(place)) return
  }
}

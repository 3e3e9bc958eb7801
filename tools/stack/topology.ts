import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { type Member, type Watch, startMember } from './member.ts'
import { nodeFlags, nodeVariables, programOf } from './node-flags.ts'
import { freePort } from './free-port.ts'
import { type ClusterNode, startCluster } from '#tools/stack/ha/start-cluster.ts'
import { startPostgresServer } from './postgres-server.ts'
import { drainMs, startProxy } from './proxy.ts'
import { readOrCreateSecrets } from './secrets.ts'

const root = path.resolve(import.meta.dirname, '../..')

/** The services of compose.yaml. */
export const services = [
  { name: 'ingest-1', roles: 'ingest' },
  { name: 'ingest-2', roles: 'ingest' },
  { name: 'projections', roles: 'projections' },
  { name: 'forwarding', roles: 'forwarding' },
] as const

export interface StackOptions {
  /** Folder for data and secrets of all members. */
  folder: string
  /** Port of the proxy; 0 selects a free one. */
  port: number
  /** True for three PostgreSQL servers with failover instead of one. */
  ha?: boolean
  /** Environment variables of every service; they take precedence over those that the stack sets. */
  env?: Record<string, string>
  /** Root folder of the work tree whose services are started; by default, the one of this file. */
  tree?: string | undefined
  watch: Watch
}

export interface StackService extends Member {
  /** Stops the service and starts that of this work tree. See `Member.restartWith`. */
  upgrade: () => Promise<number | null>
}

export interface Stack {
  /** URL of the proxy. */
  url: string
  /** Environment variables for commands that use the data of the stack. */
  env: Record<string, string>
  /** PostgreSQL, or etcd and the nodes of the cluster. */
  databases: readonly Member[]
  /** The services, in the order in which they process events. */
  services: readonly StackService[]
  /** The PostgreSQL servers of a cluster with failover. */
  nodes: readonly ClusterNode[]
  /** Stops all members in order. Resolves with a line for each member that did not stop cleanly. */
  stop: () => Promise<string[]>
}

/** Starts PostgreSQL and the services of compose.yaml as plain processes, with a proxy for the ingest replicas. */
export async function startStack({ folder, port, ha, env = {}, tree, watch }: StackOptions): Promise<Stack> {
  const secrets = readOrCreateSecrets(folder)
  const stops: (() => Promise<string[]>)[] = []
  const stop = async () => {
    const faults: string[] = []
    // Stop in reverse order of the start: services first, PostgreSQL last, because the services need it.
    for (const stopPart of stops.splice(0).toReversed()) faults.push(...(await stopPart()))
    return faults
  }
  try {
    // Fail at once if the port of the proxy is in use. Otherwise, this would be noticed only after PostgreSQL has
    // started.
    await freePort(port)
    const database = await startDatabase({ folder, ha, password: secrets.POSTGRES_PASSWORD }, watch)
    stops.push(database.stop)
    const ports = await Promise.all(services.map(() => freePort()))
    const replicas = ports.filter((_, index) => services[index]!.roles === 'ingest')
    const proxy = await startProxy({ port, replicas })
    stops.push(() => proxy.close().then(() => []))
    const url = `http://localhost:${proxy.port}`
    const { POSTGRES_PASSWORD: _, ...serviceSecrets } = secrets
    const shared = {
      DATABASE_URL: database.url,
      ...(database.readUrl !== undefined && { DATABASE_READ_URL: database.readUrl }),
      DATA_DIR: path.join(folder, 'data'),
      ...serviceSecrets,
      ...env,
    }
    const members = await Promise.all(
      services.map(({ name, roles }, index) =>
        startService(
          { name, port: ports[index]!, env: { PUBLIC_URL: url, ...shared, ROLES: roles }, tree },
          watch,
        ),
      ),
    )
    stops.push(() => stopAll(members))
    const file = path.join(folder, 'stack.env')
    const lines = Object.entries(shared).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(file, lines.join(''), { mode: 0o600 })
    const { members: databases, nodes } = database
    return { url, env: shared, databases, services: members, nodes, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

interface Database {
  url: string
  /** URL for the reports; undefined if there is no standby. */
  readUrl?: string
  members: readonly Member[]
  nodes: readonly ClusterNode[]
  stop: () => Promise<string[]>
}

async function startDatabase(
  { folder, ha, password }: { folder: string; ha: boolean | undefined; password: string },
  watch: Watch,
): Promise<Database> {
  if (!ha) {
    const postgres = await startPostgresServer({ folder: path.join(folder, 'postgres'), password }, watch)
    return { url: postgres.url, members: [postgres], nodes: [], stop: () => stopAll([postgres]) }
  }
  const cluster = await startCluster({ folder: path.join(folder, 'cluster'), password }, watch)
  const [etcd, ...nodes] = cluster.members
  return {
    ...cluster,
    async stop() {
      const faults = await stopAll(nodes)
      // Patroni removes its key from etcd, so etcd is stopped last. It has no exit code, because it sends itself the
      // signal again.
      await etcd!.stop()
      await cluster.close()
      return faults
    },
  }
}

async function stopAll(members: readonly Member[]): Promise<string[]> {
  const codes = await Promise.all(members.map((member) => member.stop()))
  return members.flatMap(({ name }, index) => {
    const code = codes[index]!
    return code === 0 ? [] : [code === null ? `${name} had to be killed` : `${name} exited with code ${code}`]
  })
}

/** Returns the arguments with which Node starts the service of a work tree. */
function argsOf(tree: string): string[] {
  return [...nodeFlags({ tree }), programOf(tree)]
}

/** Returns the setting of Node's compile cache. The services start faster if it is set, as in tests. */
function compileCache({ NODE_COMPILE_CACHE: folder }: NodeJS.ProcessEnv): Record<string, string> {
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder }
}

interface ServiceOptions {
  name: string
  port: number
  env: Record<string, string>
  tree: string | undefined
}

async function startService({ name, port, env, tree }: ServiceOptions, watch: Watch): Promise<StackService> {
  const member = await startMember(
    {
      name,
      command: process.execPath,
      args: argsOf(tree ?? root),
      env: {
        PATH: process.env['PATH'] ?? '',
        ...nodeVariables(),
        ...compileCache(process.env),
        PORT: String(port),
        // The proxy reports the client address in X-Forwarded-For.
        TRUST_PROXY: '1',
        DRAIN_MS: String(drainMs),
        LOG_LEVEL: 'warn',
        ...env,
      },
      ready: () => isReady(port),
      stopSignal: 'SIGTERM',
    },
    watch,
  )
  return { ...member, upgrade: () => member.restartWith(argsOf(root)) }
}

function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

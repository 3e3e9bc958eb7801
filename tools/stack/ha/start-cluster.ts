import { chownSync, mkdirSync, readFileSync, readlinkSync, realpathSync } from 'node:fs'
import path from 'node:path'
import { freePort } from '#tools/stack/free-port.ts'
import { type Member, type Watch, startMember } from '#tools/stack/member.ts'
import { type Identity, allowTraversal, unprivilegedIdentity } from '#tools/stack/unprivileged.ts'
import { type Link, startLink } from './link.ts'
import { type HaPrograms, findHaPrograms } from './packages.ts'
import { type NodeOptions, copyConfig, patroniEnv } from './patroni-config.ts'

/** A PostgreSQL server and the Patroni that runs it. */
export interface ClusterNode {
  name: string
  /** Kills the server, whose other processes then end. */
  killPostgres: () => void
  /** Separates the node from etcd and the other nodes. Clients still reach it. */
  partition: () => void
  heal: () => void
  /** Calls Patroni's REST interface and returns the HTTP status, or undefined if it does not respond. */
  ask: (path: string, body?: object) => Promise<number | undefined>
}

export interface Cluster {
  /** URL of the database `formlotse` with all hosts. */
  url: string
  /** The same for the reports, which are read from a standby. */
  readUrl: string
  members: readonly Member[]
  nodes: readonly ClusterNode[]
  close: () => Promise<void>
}

interface ClusterOptions {
  folder: string
  password: string
}

export const nodeNames = ['db-1', 'db-2', 'db-3']
const user = 'formlotse'

/**
 * Starts etcd and three PostgreSQL servers under Patroni on loopback. They reach each other through links that can be
 * cut. Throws `HaUnavailable` if the programs are not installed.
 */
export async function startCluster({ folder, password }: ClusterOptions, watch: Watch): Promise<Cluster> {
  const programs = findHaPrograms()
  const identity = unprivilegedIdentity()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (identity) allowTraversal(path.join(folder, 'etcd'), watch.onNotice)
  const started: { stop: () => Promise<unknown> }[] = []
  const keep = <Part extends { stop: () => Promise<unknown> }>(part: Part): Part => {
    started.push(part)
    return part
  }
  const links: Link[] = []
  const link = async (to: number) => {
    const opened = await startLink(to)
    links.push(opened)
    return opened
  }
  const close = async () => void (await Promise.all(links.map((one) => one.close())))
  try {
    const etcdPort = await freePort()
    const etcd = keep(await startEtcd({ programs, folder, identity, port: etcdPort }, watch))
    const start = async (name: string) => {
      const [postgres, rest] = [await freePort(), await freePort()]
      const [toPostgres, toEtcd] = [await link(postgres), await link(etcdPort)]
      const ports = { postgres, rest, postgresForNodes: toPostgres.port, etcd: toEtcd.port }
      const nodeFolder = privateFolder(path.join(folder, name), identity)
      const member = keep(
        await startNode({ name, programs, folder: nodeFolder, identity, ports, password }, watch),
      )
      return {
        member,
        postgres,
        node: nodeOf(name, { folder: nodeFolder, rest, links: [toPostgres, toEtcd] }),
      }
    }
    // The first node creates the cluster, and the others copy it.
    const first = await start(nodeNames[0]!)
    const all = [first, ...(await Promise.all(nodeNames.slice(1).map(start)))]
    const hosts = all.map(({ postgres }) => `127.0.0.1:${postgres}`)
    const url = `postgres://${user}:${password}@${hosts.join(',')}/formlotse?target_session_attrs=`
    return {
      url: `${url}read-write`,
      readUrl: `${url}prefer-standby`,
      members: [etcd, ...all.map(({ member }) => member)],
      nodes: all.map(({ node }) => node),
      close,
    }
  } catch (error) {
    await Promise.all(started.toReversed().map((part) => part.stop()))
    await close()
    throw error
  }
}

function privateFolder(folder: string, identity: Identity | undefined): string {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  if (identity) chownSync(folder, identity.uid, identity.gid)
  return folder
}

interface Process {
  programs: HaPrograms
  folder: string
  identity: Identity | undefined
}

const processEnv = (folder: string) => ({ PATH: process.env['PATH'] ?? '', HOME: folder, LC_ALL: 'C.UTF-8' })

async function startEtcd(
  { programs, folder, identity, port }: Process & { port: number },
  watch: Watch,
): Promise<Member> {
  const data = privateFolder(path.join(folder, 'etcd'), identity)
  const [client, peer] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${await freePort()}`]
  const urls = { 'listen-client-urls': client, 'advertise-client-urls': client, 'listen-peer-urls': peer }
  const more = {
    'initial-advertise-peer-urls': peer,
    'initial-cluster': `default=${peer}`,
    'data-dir': data,
    'log-level': 'error',
  }
  const options = Object.entries({ ...urls, ...more }).map(([name, value]) => `--${name}=${value}`)
  const ready = () =>
    fetch(`${client}/health`).then(
      ({ ok }) => ok,
      () => false,
    )
  const env = processEnv(data)
  const stopSignal = 'SIGTERM' as const
  return startMember(
    { name: 'etcd', command: programs.etcd, args: options, env, identity, ready, stopSignal },
    watch,
  )
}

function startNode(options: Process & Omit<NodeOptions, 'postgresFolder'>, watch: Watch): Promise<Member> {
  const { name, programs, folder, identity, ports } = options
  const { yaml, createDatabase } = copyConfig(folder)
  const { postgresFolder } = programs
  return startMember(
    {
      name,
      command: programs.patroni,
      args: [yaml],
      env: {
        ...processEnv(folder),
        ...patroniEnv({ ...options, postgresFolder }),
        CREATE_DATABASE: createDatabase,
      },
      identity,
      ready: async () => (await askPatroni(ports.rest, 'readiness')) === 200,
      stopSignal: 'SIGTERM',
      stopTimeoutMs: 45_000,
      // Patroni cannot stop its server then.
      afterForceKill: () => killServer(folder),
    },
    watch,
  )
}

function nodeOf(
  name: string,
  { folder, rest, links }: { folder: string; rest: number; links: readonly Link[] },
): ClusterNode {
  return {
    name,
    killPostgres: () => killServer(folder),
    partition: () => links.forEach((one) => one.cut()),
    heal: () => links.forEach((one) => one.heal()),
    ask: (request, body) => askPatroni(rest, request, body),
  }
}

/** Kills the server of a node, if it runs. */
function killServer(folder: string): void {
  try {
    const data = path.join(folder, 'data')
    const [pid] = readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')
    // After an unclean end the file remains, and another process may have the number.
    if (readlinkSync(`/proc/${pid}/cwd`) === realpathSync(data)) process.kill(Number(pid), 'SIGKILL')
  } catch (error) {
    if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
  }
}

const askTimeoutMs = 60_000

async function askPatroni(port: number, request: string, body?: object): Promise<number | undefined> {
  const post = body && { method: 'POST', body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(body ? askTimeoutMs : 2000)
  return fetch(`http://127.0.0.1:${port}/${request}`, { ...post, signal }).then(
    ({ status }) => status,
    () => undefined,
  )
}

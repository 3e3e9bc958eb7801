import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/** Programs of Debian's packages patroni, etcd-server and postgresql. */
export interface HaPrograms {
  patroni: string
  etcd: string
  /** Folder with `postgres`, `pg_basebackup` and `pg_rewind`. */
  postgresFolder: string
}

const postgresFolders = '/usr/lib/postgresql'

/** Thrown if the packages are not installed. The message says how to install them. */
export class HaUnavailable extends Error {
  override name = 'HaUnavailable'
}

/** Finds the programs for a cluster with failover. Throws `HaUnavailable` if one is missing. */
export function findHaPrograms(): HaPrograms {
  const [patroni, etcd] = [onPath('patroni'), onPath('etcd')]
  const postgresFolder = newestPostgres()
  const missing = [
    ...(patroni ? [] : ['patroni']),
    ...(hasEtcdModule() ? [] : ['python3-etcd']),
    ...(etcd ? [] : ['etcd-server']),
    ...(postgresFolder ? [] : ['postgresql']),
  ]
  if (patroni && etcd && postgresFolder && missing.length === 0) return { patroni, etcd, postgresFolder }
  throw new HaUnavailable(
    `--ha requires the Debian packages ${missing.join(', ')}: apt-get install ${missing.join(' ')}`,
  )
}

function onPath(name: string): string | undefined {
  const folders = [...(process.env['PATH'] ?? '').split(path.delimiter), '/usr/bin']
  return folders.map((folder) => path.join(folder, name)).find((file) => existsSync(file))
}

/** Patroni runs without this module, but cannot use etcd. */
function hasEtcdModule(): boolean {
  try {
    execFileSync('/usr/bin/python3', ['-c', 'import etcd'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function newestPostgres(): string | undefined {
  const versions = existsSync(postgresFolders) ? readdirSync(postgresFolders) : []
  return versions
    .toSorted((one, other) => Number(other) - Number(one))
    .map((version) => path.join(postgresFolders, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'pg_rewind')))
}

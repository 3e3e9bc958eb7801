import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { startPostgresServer } from '#tools/stack/postgres-server.ts'
import { readOrCreateSecrets } from '#tools/stack/secrets.ts'
import type { ClusterNode } from '#tools/stack/ha/start-cluster.ts'
import { startStack } from '#tools/stack/topology.ts'
import { openLogFile } from './log-file.ts'
import { startService } from './start-service.ts'

/** A process of the target, for example of the service or of PostgreSQL. */
export interface TargetMember {
  name: string
  pid: () => number | undefined
}

/** The service under load. */
export interface Target {
  url: string
  /** Environment variables that a command-line tool needs to open the service's store. */
  env: Record<string, string>
  services: readonly TargetMember[]
  /** Members that can be killed and are restarted automatically. */
  killable: readonly KillableMember[]
  /** Services of another commit that can be upgraded to this one. */
  upgradable: readonly UpgradableMember[]
  /** PostgreSQL servers of a cluster with failover. */
  nodes: readonly ClusterNode[]
  /** Stops all members. Resolves with a line for each member that did not stop cleanly. */
  stop: () => Promise<string[]>
}

export interface KillableMember extends TargetMember {
  kill: (signal: NodeJS.Signals) => void
  untilReady: () => Promise<void>
}

export interface UpgradableMember extends TargetMember {
  /** Restarts the service with the code of this work tree. Resolves with the exit code of the stopped process. */
  upgrade: () => Promise<number | null>
}

export type StartTarget = (options: {
  /** Folder for data and logs. */
  folder: string
  env: Record<string, string>
  /** Root folder of another commit whose services are started, if the target is the stack. */
  tree?: string | undefined
}) => Promise<Target>

export const startTarget: Record<'sqlite' | 'postgres' | 'stack' | 'ha', StartTarget> = {
  sqlite: async ({ folder, env }) => {
    const dataDir = path.join(folder, 'data')
    const service = await startService({ dataDir, logFile: path.join(folder, 'service.log'), env })
    return {
      url: service.url,
      env: { DATA_DIR: dataDir },
      services: [{ name: 'service', pid: service.pid }],
      killable: [],
      upgradable: [],
      nodes: [],
      stop: async () => describeExit('the service', await service.stop()),
    }
  },

  postgres: async ({ folder, env }) => {
    const log = openLogFile(path.join(folder, 'postgres.log'))
    const password = randomBytes(12).toString('hex')
    const postgres = await startPostgresServer({ folder: path.join(folder, 'postgres'), password }, log.watch)
    const dataDir = path.join(folder, 'data')
    const { POSTGRES_PASSWORD: _, ...secrets } = readOrCreateSecrets(folder)
    const serviceEnv = { DATABASE_URL: postgres.url, ...secrets, ...env }
    try {
      const service = await startService({
        dataDir,
        logFile: path.join(folder, 'service.log'),
        env: serviceEnv,
      })
      return {
        url: service.url,
        env: { DATA_DIR: dataDir, ...serviceEnv },
        services: [{ name: 'service', pid: service.pid }],
        killable: [],
        upgradable: [],
        nodes: [],
        async stop() {
          const code = await service.stop()
          await postgres.stop()
          log.close()
          return describeExit('the service', code)
        },
      }
    } catch (error) {
      await postgres.stop()
      throw error
    }
  },

  stack: startStackTarget(false),
  ha: startStackTarget(true),
}

function startStackTarget(ha: boolean): StartTarget {
  return async ({ folder, env, tree }) => {
    const log = openLogFile(path.join(folder, 'stack.log'))
    const stack = await startStack({ folder, port: 0, ha, env, tree, watch: log.watch })
    return {
      url: stack.url.replace('localhost', '127.0.0.1'),
      env: stack.env,
      services: stack.services,
      killable: [...stack.services, ...stack.databases],
      upgradable: stack.services,
      nodes: stack.nodes,
      async stop() {
        const faults = await stack.stop()
        log.close()
        return faults
      },
    }
  }
}

export function describeExit(name: string, code: number | null): string[] {
  if (code === 0) return []
  return [code === null ? `${name} had to be killed` : `${name} exited with code ${code}`]
}

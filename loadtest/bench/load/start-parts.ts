import { existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeFlags, nodeVariables, programOf } from '#tools/stack/node-flags.ts'
import type { Engine } from '#loadtest/bench/setup/engines.ts'
import { benchSecrets } from '#loadtest/bench/setup/secrets.ts'
import type { OtherCommit } from '#loadtest/bench/setup/other-commit.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { processorTime } from '#loadtest/bench/setup/processor-time.ts'
import {
  type ResidentMemory,
  type StartedProcess,
  residentMemory,
  root,
  startProcess,
} from '#loadtest/bench/setup/start-process.ts'

/** Settings that every measurement shares. */
export interface Bench {
  engine: Engine
  /** True if fewer and shorter rounds are run, for an approximate result. */
  quick: boolean
  /** Folder for everything that a measurement writes. */
  folder: string
  /** Folder for CPU profiles of the service; none are written if undefined. */
  profile: string | undefined
  /** Another commit that is measured in alternating rounds with this one. */
  against: OtherCommit | undefined
}

export interface Service {
  port: number
  /** Environment variables with which a command or a second process of the service uses the same data. */
  env: Record<string, string>
  /** Requests a path with the reports token and resolves with the body. Rejects if the status is not 2xx. */
  get: (path: string) => Promise<string>
  /** Resolves when the projections have reached the end of the log. */
  settled: () => Promise<void>
  memory: () => ResidentMemory | undefined
  /** Returns the processor time that the service has used in ms. */
  processorTime: () => number | undefined
  stop: () => Promise<void>
  /** Sends SIGKILL and resolves when the process has ended. */
  kill: () => Promise<void>
}

/**
 * Starts the real service with a new folder and database. The service has all roles unless `env` sets `ROLES`. `tree` is
 * the root folder of another work tree, whose service is started instead.
 */
export async function startService(
  bench: Bench,
  name: string,
  env: Record<string, string> = {},
  tree?: string,
): Promise<Service> {
  const dataDir = path.join(bench.folder, name)
  mkdirSync(dataDir, { recursive: true })
  const database = await bench.engine.newDatabase(name)
  const secrets = benchSecrets(bench.folder).env
  return startProcessOf(bench, name, { DATA_DIR: dataDir, ...secrets, ...database, ...env }, tree)
}

/**
 * Starts the app without storage. It has the same memory limits as the service, so that any difference in speed between
 * the two is the cost of storing.
 */
export function startValidateOnly({ folder }: Bench): StartedProcess {
  return startProcess('loadtest/bench/validate-only.ts', {
    args: [mkdtempSync(path.join(folder, 'validate-only-'))],
    env: nodeVariables(),
    execArgv: nodeFlags(),
  })
}

/** Starts a process of the service. Pass the `env` of another process to share its data. */
export async function startProcessOf(
  bench: Bench,
  name: string,
  env: Record<string, string>,
  tree?: string,
): Promise<Service> {
  const service = startProcess(programOf(tree), {
    ...(tree !== undefined && { tree }),
    env: { ...nodeVariables(), PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...env },
    execArgv: [
      ...nodeFlags({ tree }),
      ...(bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.join(bench.profile, name)}`] : []),
    ],
  })
  const port = await portOf(service)
  const get = async (pathname: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${pathname}`, {
      headers: { authorization: `Bearer ${env['REPORTS_TOKEN']}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${pathname} returned ${response.status}: ${text}`)
    return text
  }
  return {
    port,
    env,
    get,
    async settled() {
      while (!/^formlotse_projection_lag_events 0$/m.test(await get('/metrics'))) await sleep(250)
    },
    memory: () => residentMemory(service.child.pid!),
    processorTime: () => processorTime(service.child.pid!),
    stop: service.stop,
    async kill() {
      service.child.kill('SIGKILL')
      await service.ended
    },
  }
}

export async function portOf(started: StartedProcess): Promise<number> {
  return Number((await started.waitForOutput(/ at http:\/\/localhost:(\d+)/))[1])
}

export interface Generator {
  load: (plan: LoadPlan) => Promise<LoadResult>
  stop: () => Promise<void>
}

/** Starts the load generator, or that of another work tree, whose events its service accepts. */
export function startGenerator(tree: string = root): Generator {
  const script = ['loadtest/bench/load/generate-load.ts', 'loadtest/bench/generate-load.ts'].find((file) =>
    existsSync(path.join(tree, file)),
  )
  if (script === undefined) throw new Error('The other commit has no load generator where it is expected.')
  const { request, stop } = startProcess(script, { tree })
  return { load: request, stop }
}

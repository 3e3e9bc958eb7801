import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { nodeFlags, nodeVariables } from '#service/stack/node-flags.ts'
import type { Engine } from './engines.ts'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { type StartedProcess, peakMemory, startProcess } from './start-process.ts'

/** What every measurement is given. */
export interface Bench {
  engine: Engine
  /** Fewer and shorter rounds, for a first look. */
  quick: boolean
  /** Temporary; everything a measurement writes lies in it. */
  folder: string
  /** Where the service writes CPU profiles. */
  profile: string | undefined
}

/** With PostgreSQL all of them have to be given; they last as long as the call. */
const secrets = {
  PII_KEY: randomBytes(32).toString('base64'),
  REPORTS_TOKEN: randomBytes(24).toString('base64url'),
  REPORTS_PASSWORD: randomBytes(24).toString('base64url'),
  WEBHOOK_SECRET: `whsec_${randomBytes(32).toString('base64')}`,
}

export interface Service {
  port: number
  /** Tells a command-line tool, or a second process of the service, of the same data. */
  env: Record<string, string>
  /** A report or anything else that wants the token. */
  get: (where: string) => Promise<string>
  /** Resolves when the projections have seen the whole log. */
  settled: () => Promise<void>
  /** The most memory it ever held, in bytes. */
  peakMemory: () => number | undefined
  stop: () => Promise<void>
}

/** The real service with everything it does, in a folder and a database of its own. */
export async function startService(
  bench: Bench,
  name: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const dataDir = path.join(bench.folder, name)
  mkdirSync(dataDir, { recursive: true })
  const database = await bench.engine.newDatabase(name)
  return startProcessOf(bench, name, { DATA_DIR: dataDir, ...secrets, ...database, ...env })
}

/** The same app, which checks and answers and stores nothing; with as much memory, so that the difference is storing. */
export function startValidateOnly({ folder }: Bench): StartedProcess {
  return startProcess('loadtest/bench/validate-only.ts', {
    args: [mkdtempSync(path.join(folder, 'validate-only-'))],
    env: nodeVariables(),
    execArgv: nodeFlags(),
  })
}

/** One more process beside a service that runs; on the same data if the environment says so. */
export async function startProcessOf(
  bench: Bench,
  name: string,
  env: Record<string, string>,
): Promise<Service> {
  const service = startProcess('service/main.ts', {
    env: { ...nodeVariables(), PORT: '0', LOG_LEVEL: 'warn', RATE_LIMIT: 'off', ...env },
    execArgv: [
      ...nodeFlags(),
      ...(bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.join(bench.profile, name)}`] : []),
    ],
  })
  const port = await portOf(service)
  const get = async (where: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${where}`, {
      headers: { authorization: `Bearer ${secrets.REPORTS_TOKEN}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${where} was answered ${response.status}: ${text}`)
    return text
  }
  return {
    port,
    env,
    get,
    async settled() {
      while (!/^formlotse_projection_lag_events 0$/m.test(await get('/metrics'))) await sleep(100)
    },
    peakMemory: () => peakMemory(service.child.pid!),
    stop: service.stop,
  }
}

export async function portOf(started: StartedProcess): Promise<number> {
  return Number((await started.until(/ at http:\/\/localhost:(\d+)/))[1])
}

export function startGenerator(): {
  load: (plan: LoadPlan) => Promise<LoadResult>
  stop: () => Promise<void>
} {
  const { ask, stop } = startProcess('loadtest/bench/generate-load.ts')
  return { load: ask, stop }
}

import { mkdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { LoadPlan, LoadResult } from './generate-load.ts'
import { type StartedProcess, peakMemory, root, startProcess } from './start-process.ts'

/** What every measurement is given. */
export interface Bench {
  /** Fewer and shorter rounds, for a first look. */
  quick: boolean
  /** Temporary; everything a measurement writes lies in it. */
  folder: string
  /** Where the service writes CPU profiles. */
  profile: string | undefined
}

export const reportsToken = 'the-token-of-the-benchmark'

export interface Service {
  port: number
  dataDir: string
  /** A report or anything else that wants the token. */
  get: (where: string) => Promise<string>
  /** Resolves when the projections have seen the whole log. */
  settled: () => Promise<void>
  /** The most memory it ever held, in bytes. */
  peakMemory: () => number | undefined
  stop: () => Promise<void>
}

/** The real service with everything it does, in a folder of its own. */
export async function startService(
  bench: Bench,
  name: string,
  env: Record<string, string> = {},
): Promise<Service> {
  const dataDir = path.join(bench.folder, name)
  mkdirSync(dataDir, { recursive: true })
  const service = startProcess('service/main.ts', {
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      RATE_LIMIT: 'off',
      REPORTS_TOKEN: reportsToken,
      ...env,
    },
    execArgv: [
      ...startFlags(),
      ...(bench.profile ? ['--cpu-prof', `--cpu-prof-dir=${path.join(bench.profile, name)}`] : []),
    ],
  })
  const port = await portOf(service)
  const get = async (where: string) => {
    const response = await fetch(`http://127.0.0.1:${port}${where}`, {
      headers: { authorization: `Bearer ${reportsToken}` },
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${where} was answered ${response.status}: ${text}`)
    return text
  }
  return {
    port,
    dataDir,
    get,
    async settled() {
      while (!/^formlotse_projection_lag_events 0$/m.test(await get('/metrics'))) await sleep(100)
    },
    peakMemory: () => peakMemory(service.child.pid!),
    stop: service.stop,
  }
}

/** Node's flags in `npm start`, so that what is measured is what runs. */
function startFlags(): string[] {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    scripts: { start: string }
  }
  return scripts.start.match(/--\S+/g) ?? []
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

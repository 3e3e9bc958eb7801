import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type K6, k6Environment } from './find-k6.ts'
import { type Series, readSeries } from './read-series.ts'
import { type LoadRecord, readRecord } from './record.ts'

/** What k6 says at the end, as far as it is read here. */
export interface Summary {
  metrics: Record<
    string,
    { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> } | undefined
  >
  state: { testRunDurationMs: number }
}

export interface Load {
  record: LoadRecord
  summary: Summary
  series: Series
}

const thresholdsFailed = 99

/** Runs a scenario to its end. Throws when k6 did not get there, for then its record is not whole. */
export async function runK6(
  k6: K6,
  { scenario, folder, variables }: { scenario: string; folder: string; variables: Record<string, string> },
): Promise<Load> {
  const recordFile = path.join(folder, 'acknowledged.ndjson')
  const summaryFile = path.join(folder, 'summary.json')
  const seriesFile = path.join(folder, 'metrics.csv.gz')
  const args = [
    ...k6.before(folder),
    'run',
    ...(process.stdout.isTTY ? [] : ['--quiet']),
    ...Object.entries({ ...variables, SUMMARY: summaryFile }).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ]),
    '--out',
    `csv=${seriesFile}`,
    '--system-tags',
    'status,expected_response,name',
    path.join(import.meta.dirname, `${scenario}.js`),
  ]
  const child = spawn(k6.command, args, {
    env: { ...process.env, ...k6Environment(recordFile) },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  relay(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  if (code !== 0 && code !== thresholdsFailed) throw new Error(`k6 ended with ${code}`)
  if (!existsSync(recordFile)) throw new Error('k6 recorded no answer at all')
  const summary = JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary
  return {
    record: readRecord(readFileSync(recordFile, 'utf8')),
    summary,
    series: await readSeries(seriesFile, summary.state.testRunDurationMs),
  }
}

/** What k6 complains of; failed requests, of which there may be thousands, are counted. */
function relay(stderr: Readable): void {
  let failed = 0
  const lines = createInterface({ input: stderr })
  lines.on('line', (line) => {
    if (line.startsWith('Request Failed')) failed += 1
    else console.error(line)
  })
  lines.on('close', () => {
    if (failed > 0) console.error(`${failed} requests failed`)
  })
}

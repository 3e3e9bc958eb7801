import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type K6, k6Environment } from './find-k6.ts'
import { type LoadRecord, readRecord } from '#loadtest/journey/record.ts'

/** The part of k6's summary that the report uses. */
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
  /** Time at which the test started, in ms since the epoch. */
  startedAt: number
  /** HTML report written by k6. The file does not exist if the test was too short. */
  reportFile: string
}

/** Exit code of k6 if a threshold was not met. */
const thresholdsFailed = 99

/**
 * Runs a scenario. Throws if k6 stops early, because the record is then incomplete. If the signal is aborted, stops k6
 * and throws the signal's reason.
 */
export async function runK6(
  k6: K6,
  {
    scenario,
    folder,
    variables,
    signal,
  }: { scenario: string; folder: string; variables: Record<string, string>; signal?: AbortSignal },
): Promise<Load> {
  signal?.throwIfAborted()
  const recordFile = path.join(folder, 'acknowledged.ndjson')
  const summaryFile = path.join(folder, 'summary.json')
  const reportFile = path.join(folder, 'report.html')
  const args = [
    ...k6.prefixArgs(folder),
    'run',
    ...(process.stdout.isTTY ? [] : ['--quiet']),
    ...Object.entries({ ...variables, SUMMARY: summaryFile }).flatMap(([name, value]) => [
      '-e',
      `${name}=${value}`,
    ]),
    '--system-tags',
    'status,expected_response,name',
    path.resolve(import.meta.dirname, '../scenarios', `${scenario}.js`),
  ]
  const startedAt = Date.now()
  const child = spawn(k6.command, args, {
    env: { ...process.env, ...k6Environment(recordFile, reportFile) },
    stdio: ['ignore', 'inherit', 'pipe'],
  })
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const interrupt = () => void child.kill('SIGINT')
  signal?.addEventListener('abort', interrupt)
  printErrors(child.stderr)
  const [code] = (await once(child, 'close')) as [number | null]
  process.off('exit', kill)
  signal?.removeEventListener('abort', interrupt)
  signal?.throwIfAborted()
  if (code !== 0 && code !== thresholdsFailed) throw new Error(`k6 exited with code ${code}`)
  if (!existsSync(recordFile)) throw new Error('k6 recorded no response')
  return {
    record: readRecord(readFileSync(recordFile, 'utf8')),
    summary: JSON.parse(readFileSync(summaryFile, 'utf8')) as Summary,
    startedAt,
    reportFile,
  }
}

/** Prints the errors of k6. Failed requests are only counted, because there may be thousands of them. */
function printErrors(stderr: Readable): void {
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

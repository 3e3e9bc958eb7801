// `npm run loadtest`: loads the service with k6 and says in one table whether everything acknowledged was kept.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeScale } from './describe-load.ts'
import { findK6 } from './find-k6.ts'
import { type Loaded, loadOwnService, loadRunningService } from './load-service.ts'
import { type Arguments, readArguments, usage } from './read-arguments.ts'
import { type Load, runK6 } from './run-k6.ts'
import { writeReport } from './write-report.ts'

async function main(asked: Arguments, folder: string): Promise<boolean> {
  const k6 = await findK6(asked.k6, (line) => console.log(line))
  console.log(`${asked.scenario} with ${k6.name}`)
  const { scenario, rate, time, durationSeconds } = asked
  const variables = {
    RATE: String(rate),
    TIME: String(time),
    ...(durationSeconds !== undefined && { DURATION: String(durationSeconds) }),
    ...(asked.kill && { DISTURBED: 'yes' }),
  }
  const run = (url: string) => runK6(k6, { scenario, folder, variables: { URL: url, ...variables } })
  const loaded = await loadTarget(asked, { folder, run })
  console.log(`${describeScale(loaded.load)}\n`)
  const reportFolder = path.resolve(asked.report ?? path.join('data/loadtest', reportName(asked)))
  const { ok, lines } = writeReport(reportFolder, { asked, loaded, k6: k6.name })
  for (const line of lines) console.log(line)
  if (asked.url !== undefined)
    console.log(
      `\nNot checked: ${asked.dataDir === undefined ? 'the log (give --data-dir) and ' : ''}the messages, which go elsewhere.`,
    )
  console.log(`\nWith plots: ${path.join(reportFolder, 'report.html')}`)
  return ok
}

async function loadTarget(
  { url, dataDir, target, kill, time }: Arguments,
  { folder, run }: { folder: string; run: (url: string) => Promise<Load> },
): Promise<Loaded> {
  if (url !== undefined || target === 'url') return loadRunningService({ url: url!, dataDir }, run)
  return loadOwnService({ folder, kind: target, kill: kill ? { time } : undefined }, run)
}

function reportName({ scenario, target, kill }: Arguments): string {
  return [scenario, target, ...(kill ? ['kill'] : [])].join('-')
}

function readArgumentsOrExit(): Arguments {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return readArguments(process.argv.slice(2))
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

const args = readArgumentsOrExit()
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-loadtest-'))
process.once('exit', () => {
  if (!args.keep) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder)) console.log(`\nData, log and record are in ${folder}`)
})
// Through `exit`, so that what was started ends with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  process.exitCode = (await main(args, folder)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

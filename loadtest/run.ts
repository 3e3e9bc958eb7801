// `npm run loadtest`: loads the service with k6 and checks that every acknowledged event was stored once.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeScale } from '#loadtest/report/describe-load.ts'
import { findK6 } from '#loadtest/k6/find-k6.ts'
import { type Loaded, loadOwnService, loadRunningService } from '#loadtest/target/load-service.ts'
import { type Arguments, readArguments, usage } from './read-arguments.ts'
import { startTarget } from '#loadtest/target/target.ts'
import { checkOut, commitId } from '#loadtest/bench/setup/other-commit.ts'
import { type Load, runK6 } from '#loadtest/k6/run-k6.ts'
import { writeReport } from '#loadtest/report/write-report.ts'

async function main(args: Arguments, folder: string): Promise<boolean> {
  const k6 = await findK6(args.k6, (line) => console.log(line))
  console.log(`${args.scenario} with ${k6.name}`)
  const { scenario, rate, time, durationSeconds } = args
  const variables = {
    RATE: String(rate),
    TIME: String(time),
    ...(durationSeconds !== undefined && { DURATION: String(durationSeconds) }),
    ...(args.kill && { DISTURBED: 'kill' }),
    ...(args.upgrade !== undefined && { DISTURBED: 'upgrade' }),
  }
  const run = (url: string) => runK6(k6, { scenario, folder, variables: { URL: url, ...variables } })
  const loaded = await loadTarget(args, { folder, run })
  console.log(`${describeScale(loaded.load)}\n`)
  const reportFolder = path.resolve(args.report ?? path.join('data/loadtest', reportName(args)))
  const { ok, lines } = writeReport(reportFolder, { settings: args, loaded, k6: k6.name })
  for (const line of lines) console.log(line)
  if (args.url !== undefined)
    console.log(
      `\nNot checked: ${args.dataDir === undefined ? 'the log (pass --data-dir) and ' : ''}the messages, which the service sends to another receiver.`,
    )
  console.log(`\nReport of k6 with charts: ${path.join(reportFolder, 'report.html')}`)
  return ok
}

async function loadTarget(
  { url, dataDir, target, kill, upgrade, time }: Arguments,
  { folder, run }: { folder: string; run: (url: string) => Promise<Load> },
): Promise<Loaded> {
  if (url !== undefined || target === 'url') return loadRunningService({ url: url!, dataDir }, run)
  const other = upgrade === undefined ? undefined : checkOut(upgrade, folder)
  return loadOwnService(
    {
      folder,
      start: startTarget[target],
      kill: kill ? { time } : undefined,
      upgrade: other && { tree: other.tree, time },
    },
    run,
  )
}

function reportName({ scenario, target, kill, upgrade }: Arguments): string {
  const disturbed = kill ? ['kill'] : upgrade === undefined ? [] : ['upgrade']
  return [scenario, target, ...disturbed].join('-')
}

function readArgumentsOrExit(): Arguments {
  if (process.argv.includes('--help')) {
    console.log(usage)
    process.exit(0)
  }
  try {
    return readArguments(process.argv.slice(2), commitId)
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
    process.exit(2)
  }
}

const given = readArgumentsOrExit()
const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-loadtest-'))
process.once('exit', () => {
  if (!given.keep) rmSync(folder, { recursive: true, force: true })
  else if (existsSync(folder)) console.log(`\nThe data, the logs and the results are in ${folder}`)
})
// Exit explicitly on a signal, so that the exit handlers kill the started processes.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

try {
  process.exitCode = (await main(given, folder)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 2
}

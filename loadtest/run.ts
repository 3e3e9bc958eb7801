// `npm run loadtest`: loads the service with k6 and says in one table whether everything acknowledged was kept.
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describeLoad, describeScale } from './describe-load.ts'
import { findK6 } from './find-k6.ts'
import { loadOwnService, loadRunningService } from './load-service.ts'
import { type Arguments, readArguments, usage } from './read-arguments.ts'
import { runK6 } from './run-k6.ts'

async function main(args: Arguments, folder: string): Promise<boolean> {
  const k6 = await findK6(args.k6, (line) => console.log(line))
  console.log(`${args.scenario} with ${k6.name}`)
  const run = (url: string) =>
    runK6(k6, {
      scenario: args.scenario,
      folder,
      variables: { URL: url, RATE: String(args.rate), TIME: String(args.time) },
    })
  const { url, dataDir } = args
  const { load, findings } =
    url === undefined
      ? await loadOwnService({ folder }, run)
      : await loadRunningService({ url, dataDir }, run)
  console.log(`${describeScale(load)}\n`)
  const { ok, lines } = describeLoad(load, findings)
  for (const line of lines) console.log(line)
  if (url !== undefined)
    console.log(
      `\nNot checked: ${dataDir === undefined ? 'the log (give --data-dir) and ' : ''}the messages, which go elsewhere.`,
    )
  return ok
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

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import { parseArgs } from 'node:util'
import { measureBatchPosts } from './batch-posts.ts'
import { measureDeliveries } from './deliveries.ts'
import { type Figure, describeFigures, reached } from './figures.ts'
import { measureMemory } from './memory.ts'
import { measureRebuild } from './rebuild-speed.ts'
import { measureReports } from './reports.ts'
import { measureSinglePosts } from './single-posts.ts'
import type { Bench } from './start-parts.ts'

const measurements: Record<string, (bench: Bench) => Promise<Figure[]>> = {
  single: measureSinglePosts,
  batch: measureBatchPosts,
  rebuild: measureRebuild,
  deliveries: measureDeliveries,
  reports: measureReports,
  memory: measureMemory,
}

const names = Object.keys(measurements)

const usage = `Measures how fast the service is, against yardsticks that are measured in the same call.

npm run bench -- [--only ${names.slice(0, 2).join(',')}] [--quick] [--json file] [--profile folder]

  --only     some of: ${names.join(', ')}
  --quick    fewer and shorter rounds, for a first look
  --json     also writes the figures to a file
  --profile  the service writes CPU profiles there (this slows it down)

Exit code 0: every target was reached, 1: one was missed, 2: it could not be measured.`

class Misuse extends Error {
  override name = 'Misuse'
}

function readArguments(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      json: { type: 'string' },
      profile: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const only = values.only?.split(',').map((name) => name.trim()) ?? names
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Misuse(`--only is wrong: read ${JSON.stringify(unknown)}, allowed: ${names.join(', ')}.`)
  return { ...values, only }
}

async function measure({ only, quick, json, profile }: ReturnType<typeof readArguments>, folder: string) {
  const bench: Bench = { quick, folder, profile: profile && path.resolve(profile) }
  const machine = `${availableParallelism()} cores (${cpus()[0]?.model.trim()}), Node ${process.version}`
  console.log(`${machine}, load generator and service on the same machine${quick ? ', quick' : ''}`)
  const figures: Figure[] = []
  for (const name of only) {
    console.log(`measuring ${name} …`)
    figures.push(...(await measurements[name]!(bench)))
  }
  console.log(`\n${describeFigures(figures)}`)
  if (json !== undefined) writeFileSync(json, `${JSON.stringify({ machine, quick, figures }, null, 2)}\n`)
  return figures.every(reached)
}

const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-bench-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
// Through `exit`, so that what was started ends with us.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

let code = 0
try {
  const args = readArguments(process.argv.slice(2))
  if (args.help) console.log(usage)
  else code = (await measure(args, folder)) ? 0 : 1
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  if (error instanceof Misuse || (error as { code?: string }).code?.startsWith('ERR_PARSE_ARGS'))
    console.error(`\n${usage}`)
  code = 2
}
// What a failed measurement left running would keep us alive.
process.exit(code)

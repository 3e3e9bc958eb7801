// `npm test`: the unit, contract and service tests, then the journeys in a real browser, and one closing line for both.
// Arguments go to Vitest and leave the journeys out: `npm test -- tests/domain`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import {
  type Outcome,
  type PlaywrightReport,
  type Trouble,
  type VitestReport,
  readPlaywright,
  readVitest,
} from './read-reports.ts'

const root = path.resolve(import.meta.dirname, '..')
const reports = mkdtempSync(path.join(tmpdir(), 'formlotse-tests-'))
const chosen = process.argv.slice(2)
/** What Node keeps of compiled TypeScript: hundreds of stores and services are started, each with threads of its own. */
const compiled = path.join(root, 'node_modules/.cache/node-compile')

function run(name: string, script: string, args: string[], read: (report: string) => Outcome): Outcome {
  console.log(`\n${name}`)
  const report = path.join(reports, `${path.basename(script)}.json`)
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: report, NODE_COMPILE_CACHE: compiled },
  })
  const outcome = readOutcome(() => read(readFileSync(report, 'utf8')))
  // A runner that died without a report, or failed outside a test, must not look green.
  if (status !== 0 && outcome.failed === 0) outcome.failed = 1
  return outcome
}

function readOutcome(read: () => Outcome): Outcome {
  try {
    return read()
  } catch (error) {
    const failures = [{ name: 'the report of the tests is missing or not whole', said: String(error) }]
    return { passed: 0, failed: 1, skipped: 0, failures }
  }
}

/** At the end, because of a long log often only the end is kept. */
function tell(failures: Trouble[]): void {
  for (const { name, said } of failures) {
    const lines = stripVTControlCharacters(said)
      .split('\n')
      .filter((line) => !/node_modules|new Promise/.test(line))
      .slice(0, 12)
    console.log(`failed: ${name}\n${lines.map((line) => `    ${line}`).join('\n')}`)
  }
}

const unit = run(
  'Unit, contract and service tests',
  'vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(reports, 'vitest.mjs.json')}`,
    ...chosen,
  ],
  (report) => readVitest(JSON.parse(report) as VitestReport, (file) => path.relative(root, file)),
)

const journeys =
  chosen.length > 0
    ? { passed: 0, failed: 0, skipped: 0, failures: [] }
    : run(
        'Journeys in a real browser',
        'playwright/cli.js',
        ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
        (report) => readPlaywright(JSON.parse(report) as PlaywrightReport),
      )

rmSync(reports, { recursive: true })
tell([...unit.failures, ...journeys.failures])
const [passed, failed, skipped] = (['passed', 'failed', 'skipped'] as const).map(
  (kind) => unit[kind] + journeys[kind],
)
console.log(`\n${passed} passed, ${failed} failed${skipped! > 0 ? `, ${skipped} skipped` : ''}`)
process.exit(failed === 0 ? 0 : 1)

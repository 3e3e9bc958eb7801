// `npm test`: runs the unit, contract and service tests, then browser journeys, and prints one summary line. Tests with
// the tag `slow` run in `npm run test:slow` instead. With a path, only tests of one of the two runners run, slow ones
// included: `npm test -- tests/domain` or `npm test -- journeys tests/e2e/funnel`. With VARIANTS=all, all variants of
// the tests run (see variants.ts).
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { neededSetup } from './needed-setup.ts'
import { type Outcome, type PlaywrightReport, describeFailures, readPlaywright } from './outcomes.ts'
import { countWorkers } from '#tests/speed/count-workers.ts'
import { useMemoryFolder } from '#tests/speed/memory-folder.ts'
import { speedOf } from '#tests/speed/slow-tests.ts'
import { allVariants } from './variants.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'test-results')
/** File with the list of failed tests. `.ci/run` prints this file again at the end of its log. */
const failuresFile = path.join(folder, 'failures.txt')
const onlySlow = process.argv[2] === 'slow'
const chosen = process.argv.slice(onlySlow ? 3 : 2)
const onlyJourneys = chosen[0] === 'journeys'
/** Which tests run by their tag; undefined if all do. */
const speed = speedOf({ onlySlow, allVariants, paths: onlyJourneys ? chosen.slice(1) : chosen })

interface Runner {
  title: string
  script: string
  args: string[]
  read: (report: string) => Outcome
}

const workers = countWorkers(chosen)

const vitest: Runner = {
  title: 'Unit, contract and service tests',
  script: 'vitest/vitest.mjs',
  args: [
    'run',
    '--reporter=default',
    `--reporter=${import.meta.dirname}/vitest-reporter.ts`,
    ...(workers ? [`--maxWorkers=${workers}`] : []),
    ...(speed ? [`--tags-filter=${speed === 'slow' ? 'slow' : '!slow'}`] : []),
    ...chosen,
  ],
  read: (report) => JSON.parse(report) as Outcome,
}

const playwright: Runner = {
  title: 'Journeys in a real browser',
  script: 'playwright/cli.js',
  args: ['test', '--config=tests/e2e/playwright.config.ts', '--reporter=list,json', ...chosen.slice(1)],
  read: (report) => readPlaywright(JSON.parse(report) as PlaywrightReport),
}

function run({ title, script, args, read }: Runner, report: string): Outcome {
  console.log(`\n${title}`)
  rmSync(report, { force: true })
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(speed && { SPEED: speed }),
      OUTCOME_FILE: report,
      PLAYWRIGHT_JSON_OUTPUT_NAME: report,
      // Caches compiled TypeScript, because the tests start hundreds of services whose threads load the same files.
      NODE_COMPILE_CACHE: path.join(root, 'node_modules/.cache/node-compile'),
    },
  })
  const outcome = readOutcome(title, () => read(readFileSync(report, 'utf8')))
  if (status === 0 || outcome.failures.length > 0) return outcome
  // The runner has failed, although no test has. The runner may have crashed, so this counts as a failure.
  return { ...outcome, failed: 1, failures: [{ name: title, message: `exited with ${status}` }] }
}

function readOutcome(title: string, read: () => Outcome): Outcome {
  try {
    return read()
  } catch (error) {
    const failures = [{ name: title, message: `The report cannot be read: ${String(error)}` }]
    return { passed: 0, failed: 1, skipped: 0, failures }
  }
}

/** Builds the site and the service if they are not up to date, and looks for a browser, if the chosen part needs them. */
function prepare(): void {
  const purpose = neededSetup(chosen, existsSync(path.join(root, 'web/dist/index.html')))
  if (!purpose) return
  const { status } = spawnSync(process.execPath, [path.join(root, 'setup.mjs'), purpose], {
    stdio: 'inherit',
  })
  if (status !== 0) process.exit(1)
}

prepare()
mkdirSync(folder, { recursive: true })
const removeMemoryFolder = useMemoryFolder()
const outcomes: Outcome[] = []
if (!onlyJourneys) outcomes.push(run(vitest, path.join(folder, 'vitest.json')))
if (onlyJourneys || chosen.length === 0) outcomes.push(run(playwright, path.join(folder, 'playwright.json')))
removeMemoryFolder()

const failures = describeFailures(outcomes.flatMap((outcome) => outcome.failures))
writeFileSync(failuresFile, failures)
const sum = (kind: 'passed' | 'failed' | 'skipped') =>
  outcomes.reduce((total, outcome) => total + outcome[kind], 0)
const skipped = sum('skipped')
console.log(
  `${failures}\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(sum('failed') === 0 ? 0 : 1)

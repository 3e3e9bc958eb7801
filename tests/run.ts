// `npm test`: the unit, contract and service tests, then the journeys in a real browser, and one closing line for both.
// Arguments go to Vitest and leave the journeys out: `npm test -- tests/domain`.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const reports = mkdtempSync(path.join(tmpdir(), 'formlotse-tests-'))
const chosen = process.argv.slice(2)

interface Count {
  passed: number
  failed: number
  skipped: number
  /** What failed, for the end of a log of which only the end is kept. */
  names: string[]
}

interface Suite {
  suites?: Suite[]
  specs: { title: string; file: string; tests: { projectName: string; status: string }[] }[]
}

function failedJourneys({ suites = [], specs }: Suite): string[] {
  const own = specs.flatMap(({ title, file, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ projectName }) => `${file} (${projectName}): ${title}`),
  )
  return [...own, ...suites.flatMap(failedJourneys)]
}

function run(
  name: string,
  script: string,
  args: string[],
  report: string,
  read: (json: never) => Count,
): Count {
  console.log(`\n${name}`)
  const { status } = spawnSync(process.execPath, [path.join(root, 'node_modules', script), ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: path.join(reports, report) },
  })
  const count = readReport(report, read)
  // A runner that died without a report, or failed outside a test, must not look green.
  if (status !== 0 && count.failed === 0) count.failed = 1
  return count
}

function readReport(report: string, read: (json: never) => Count): Count {
  try {
    return read(JSON.parse(readFileSync(path.join(reports, report), 'utf8')) as never)
  } catch {
    return { passed: 0, failed: 1, skipped: 0, names: [`${report} is missing or not whole`] }
  }
}

const unit = run(
  'Unit, contract and service tests',
  'vitest/vitest.mjs',
  [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${path.join(reports, 'unit.json')}`,
    ...chosen,
  ],
  'unit.json',
  (json: {
    numPassedTests: number
    numFailedTests: number
    numPendingTests: number
    testResults: { name: string; assertionResults: { status: string; fullName: string }[] }[]
  }) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests,
    names: json.testResults.flatMap((file) =>
      file.assertionResults
        .filter(({ status }) => status === 'failed')
        .map(({ fullName }) => `${path.relative(root, file.name)}: ${fullName}`),
    ),
  }),
)

const journeys =
  chosen.length > 0
    ? { passed: 0, failed: 0, skipped: 0, names: [] }
    : run(
        'Journeys in a real browser',
        'playwright/cli.js',
        ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
        'journeys.json',
        (json: {
          stats: { expected: number; unexpected: number; flaky: number; skipped: number }
          suites: Suite[]
        }) => ({
          passed: json.stats.expected,
          // A test that passes only when repeated is a defect.
          failed: json.stats.unexpected + json.stats.flaky,
          skipped: json.stats.skipped,
          names: json.suites.flatMap(failedJourneys),
        }),
      )

rmSync(reports, { recursive: true })
const failed = unit.failed + journeys.failed
for (const name of [...unit.names, ...journeys.names]) console.log(`failed: ${name}`)
const skipped = unit.skipped + journeys.skipped
console.log(
  `\n${unit.passed + journeys.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(failed === 0 ? 0 : 1)

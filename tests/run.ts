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
    return { passed: 0, failed: 1, skipped: 0 }
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
  (json: { numPassedTests: number; numFailedTests: number; numPendingTests: number; success: boolean }) => ({
    passed: json.numPassedTests,
    failed: json.numFailedTests,
    skipped: json.numPendingTests,
  }),
)

const journeys =
  chosen.length > 0
    ? { passed: 0, failed: 0, skipped: 0 }
    : run(
        'Journeys in a real browser',
        'playwright/cli.js',
        ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
        'journeys.json',
        (json: { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }) => ({
          passed: json.stats.expected,
          // A test that passes only when repeated is a defect.
          failed: json.stats.unexpected + json.stats.flaky,
          skipped: json.stats.skipped,
        }),
      )

rmSync(reports, { recursive: true })
const failed = unit.failed + journeys.failed
const skipped = unit.skipped + journeys.skipped
console.log(
  `\n${unit.passed + journeys.passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`,
)
process.exit(failed === 0 ? 0 : 1)

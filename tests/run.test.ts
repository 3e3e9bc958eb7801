import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { describeFailures, readPlaywright, readVitest } from './read-reports.ts'

const root = path.resolve(import.meta.dirname, '..')

/** Runs `.ci/run` with a fake npm that executes the script. Returns the exit code and the printed lines. */
function runCi(npm: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  cpSync(path.join(root, '.ci'), path.join(folder, '.ci'), { recursive: true })
  mkdirSync(path.join(folder, 'bin'))
  writeFileSync(path.join(folder, 'bin/npm'), `#!/bin/sh\n${npm}\n`, { mode: 0o755 })
  const env = { PATH: `${folder}/bin:${process.env['PATH']}` }
  const { status, stdout } = spawnSync(path.join(folder, '.ci/run'), { env, encoding: 'utf8' })
  return { status, lines: stdout.trimEnd().split('\n') }
}

test('.ci/run ends with the failures and the totals of all steps', () => {
  const { status, lines } = runCi(`
    case "$1" in
      test) mkdir -p test-results; printf 'failed: a test\\n    its message\\n' | tee test-results/failures.txt
        echo '7 passed, 1 failed, 2 skipped'; exit 1 ;;
      run) echo "a long log of $2"; [ "$2" = check ] ;;
    esac`)
  expect(lines.slice(-5)).toEqual([
    '',
    'failed: a test',
    '    its message',
    'failed: npm run loadtest -- smoke',
    '8 passed, 2 failed, 2 skipped',
  ])
  expect(status).toBe(1)
})

test('.ci/run passes if every step passes, and fails if the tests end without a count', () => {
  const good = runCi(`[ "$1" = run ] || echo '7 passed, 0 failed'`)
  expect(good).toMatchObject({ status: 0 })
  expect(good.lines.at(-1)).toBe('9 passed, 0 failed, 0 skipped')
  const dead = runCi(`[ "$1" = run ] || exit 137`)
  expect(dead).toMatchObject({ status: 1 })
  expect(dead.lines.at(-1)).toBe('2 passed, 1 failed, 0 skipped')
})

test('names failed tests, files that cannot be loaded and flaky journeys', () => {
  const unit = readVitest(
    {
      numPassedTests: 3,
      numFailedTests: 1,
      numPendingTests: 0,
      testResults: [
        {
          name: '/repo/tests/a.test.ts',
          assertionResults: [
            { status: 'passed', fullName: 'works', failureMessages: [] },
            {
              status: 'failed',
              fullName: 'adds',
              failureMessages: [
                '\u001B[31mexpected 1\u001B[39m\n    at node_modules/vitest\n    at a.test.ts:3',
              ],
            },
          ],
        },
        { name: '/repo/tests/b.test.ts', message: 'SyntaxError', assertionResults: [] },
      ],
    },
    (file) => path.relative('/repo', file),
  )
  const journeys = readPlaywright({
    stats: { expected: 5, unexpected: 0, flaky: 1, skipped: 0 },
    errors: [],
    suites: [
      {
        specs: [
          {
            title: 'orders',
            file: 'c.spec.ts',
            tests: [
              { projectName: 'phone', status: 'flaky', results: [{ errors: [{ message: 'timeout' }] }] },
            ],
          },
        ],
      },
    ],
  })
  expect([unit.passed, unit.failed, journeys.passed, journeys.failed]).toEqual([3, 2, 5, 1])
  expect(describeFailures([...unit.failures, ...journeys.failures])).toBe(
    [
      'failed: tests/b.test.ts',
      '    SyntaxError',
      'failed: tests/a.test.ts: adds',
      '    expected 1',
      '        at a.test.ts:3',
      'failed: c.spec.ts (phone): orders',
      '    timeout',
      '',
    ].join('\n'),
  )
})

import { spawnSync } from 'node:child_process'
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { neededSetup } from './needed-setup.ts'
import { type Outcome, describeFailures, readPlaywright } from './outcomes.ts'
import { countWorkers } from '#tests/speed/count-workers.ts'
import { speedOf } from '#tests/speed/slow-tests.ts'

const root = path.resolve(import.meta.dirname, '..')

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-ci-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

/** Runs `.ci/run` with a fake npm, given as a shell script. Returns the exit code and the printed lines. */
function runCi(npm: string) {
  const folder = makeFolder()
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
      run) echo "a long log of $2"
        [ "$2" != test:browsers ] || echo 'failed: a journey' > test-results/failures.txt
        [ "$2" != test:slow ] || echo '3 passed, 0 failed, 1 skipped'
        [ "$2" = check ] || [ "$2" = test:slow ] ;;
    esac`)
  expect(lines.slice(-7)).toEqual([
    '',
    'failed: a test',
    '    its message',
    'failed: npm run loadtest -- smoke',
    'failed: a journey',
    'failed: npm run test:browsers',
    '11 passed, 3 failed, 3 skipped',
  ])
  expect(status).toBe(1)
})

test('.ci/run passes if every step passes, and fails if the tests end without a count', () => {
  // Only one of the two engines is available.
  const good = runCi(`
    case "$1 $2" in
      'test ') echo '7 passed, 0 failed' ;;
      'run test:slow') echo '3 passed, 0 failed' ;;
      'run test:browsers') echo '1 passed, 0 failed' ;;
    esac`)
  expect(good).toMatchObject({ status: 0 })
  expect(good.lines.at(-1)).toBe('13 passed, 0 failed, 1 skipped')
  const dead = runCi(`[ "$1" = run ] || exit 137`)
  expect(dead).toMatchObject({ status: 1 })
  expect(dead.lines.at(-1)).toBe('2 passed, 2 failed, 2 skipped')
})

/** Runs Vitest on test files with the given content. Returns the outcome that the project's reporter wrote. */
function runVitest(files: Record<string, string>, args: string[] = []): Outcome {
  const folder = makeFolder()
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'))
  for (const [name, content] of Object.entries(files)) writeFileSync(path.join(folder, name), content)
  const outcome = path.join(folder, 'outcome.json')
  spawnSync(
    process.execPath,
    ['node_modules/vitest/vitest.mjs', 'run', `--reporter=${root}/tests/vitest-reporter.ts`, ...args],
    { cwd: folder, env: { ...process.env, OUTCOME_FILE: outcome } },
  )
  return JSON.parse(readFileSync(outcome, 'utf8')) as Outcome
}

test('names failed tests, hooks and imports, and errors outside of tests', () => {
  const outcome = runVitest({
    'tests.test.ts': `import { expect, test } from 'vitest'
      test('works', () => {})
      test.skip('waits', () => {})
      test('adds', () => expect(1 + 1).toBe(3))`,
    'hooks.test.ts': `import { beforeAll, describe, test } from 'vitest'
      describe('a service', () => { beforeAll(() => { throw new Error('no port') }); test('runs', () => {}) })`,
    'import.test.ts': `import './missing.ts'`,
    'outside.test.ts': `import { test } from 'vitest'
      test('starts something', async () => {
        void Promise.reject(new Error('closed'))
        await new Promise((resolve) => setTimeout(resolve, 50))
      })`,
  })
  expect(outcome).toMatchObject({ passed: 2, failed: 4, skipped: 2 })
  const failures = outcome.failures.map(({ name, message }) => `${name}: ${message.split('\n')[0]}`)
  expect(failures.toSorted()).toEqual([
    'hooks.test.ts: a service: Error: no port',
    expect.stringMatching(/^import.test.ts: .*missing.ts/),
    'outside.test.ts, outside of any test, during or after "starts something": Error: closed',
    'tests.test.ts: adds: AssertionError: expected 2 to be 3 // Object.is equality',
  ])
})

test.each([
  { filter: '!slow', counts: { passed: 1, failed: 0, skipped: 1 } },
  { filter: 'slow', counts: { passed: 2, failed: 0, skipped: 1 } },
])('with $filter, does not count tests that are left out as skipped', ({ filter, counts }) => {
  const files = {
    'vitest.config.ts': `export default { test: { tags: [{ name: 'slow' }] } }`,
    'some.test.ts': `import { test } from 'vitest'
      test('is quick', () => {})
      test('is slow', { tags: 'slow' }, () => {})
      test.skip('is quick and skipped', () => {})
      test.skip('is slow and skipped', { tags: 'slow' }, () => {})`,
    'slow.test.ts': `// @module-tag slow
      import { test } from 'vitest'
      test('is slow as well', () => {})`,
  }
  expect(runVitest(files, [`--tags-filter=${filter}`])).toMatchObject(counts)
})

test.each([
  { onlySlow: false, allVariants: false, paths: [], speed: 'quick' },
  { onlySlow: true, allVariants: false, paths: [], speed: 'slow' },
  { onlySlow: false, allVariants: true, paths: [], speed: undefined },
  { onlySlow: false, allVariants: false, paths: ['tests/faults'], speed: undefined },
])('$paths, slow: $onlySlow, all variants: $allVariants runs $speed tests', ({ speed, ...chosen }) => {
  expect(speedOf(chosen)).toBe(speed)
})

test.each([
  { chosen: ['tests/domain', 'tests/service/users/account.test.ts'], cores: 2, workers: 2 },
  { chosen: ['tests/domain', 'tests/simulations'], cores: 1, workers: 1 },
  { chosen: ['tests/domain'], cores: 16, workers: 3 },
  { chosen: ['tests/domain', 'tests/service/users'], cores: 2, workers: undefined },
  { chosen: ['--config', 'tests/browsers/vitest.config.ts'], cores: 2, workers: undefined },
  { chosen: [], cores: 2, workers: undefined },
])('npm test -- $chosen uses $workers workers on $cores cores', ({ chosen, cores, workers }) => {
  expect(countWorkers(chosen, cores)).toBe(workers)
})

test('counts flaky journeys as failures', () => {
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
  expect([journeys.passed, journeys.failed]).toEqual([5, 1])
  expect(describeFailures(journeys.failures)).toBe('failed: c.spec.ts (phone): orders\n    timeout\n')
})

test('describes a failure without terminal colours and stack frames of libraries', () => {
  const message = '\u001B[31mexpected 1\u001B[39m\n    at node_modules/vitest\n    at a.test.ts:3'
  expect(describeFailures([{ name: 'a.test.ts: adds', message }])).toBe(
    'failed: a.test.ts: adds\n    expected 1\n        at a.test.ts:3\n',
  )
})

test.each([
  { chosen: [], unbuilt: 'test', built: 'test' },
  { chosen: ['journeys', 'tests/e2e/funnel'], unbuilt: 'test', built: 'test' },
  { chosen: ['tests/web'], unbuilt: 'test', built: 'test' },
  { chosen: ['tests/domain', 'tests/db/postgres'], unbuilt: undefined, built: undefined },
  { chosen: ['tests/simulations'], unbuilt: undefined, built: undefined },
  { chosen: ['tests/upgrades'], unbuilt: undefined, built: undefined },
  { chosen: ['tests/domain', 'tests/service/users'], unbuilt: 'build', built: undefined },
  { chosen: ['tests/service'], unbuilt: 'test', built: 'test' },
  { chosen: ['tests/service/main.test.ts'], unbuilt: 'build', built: 'service' },
  { chosen: ['tests/service/emails/rendered.test.ts'], unbuilt: 'test', built: 'browser' },
  { chosen: ['--config', 'tests/browsers/vitest.config.ts'], unbuilt: undefined, built: undefined },
])('npm test -- $chosen prepares $unbuilt without a built site, else $built', (one) => {
  expect(neededSetup(one.chosen, false)).toBe(one.unbuilt)
  expect(neededSetup(one.chosen, true)).toBe(one.built)
})

test('only one test of the parts that a developer runs after each change opens a browser', () => {
  const inner = globSync('tests/{db,domain,service,simulations,upgrades}/**/*.ts', { cwd: root })
  const launching = inner.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('#tests/chromium.ts'),
  )
  expect(launching).toEqual(['tests/service/emails/rendered.test.ts'])
})

test('only one test of these parts starts the built service', () => {
  const inner = globSync('tests/{db,domain,service,simulations,upgrades}/**/*.ts', { cwd: root })
  const starting = inner.filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes('#tests/built-service.ts'),
  )
  expect(starting).toEqual(['tests/service/main.test.ts'])
})

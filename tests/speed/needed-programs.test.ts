import { expect, test } from 'vitest'
import { createModuleGraph } from './needed-programs.ts'
import { programs } from './program-paths.ts'

const { neededBy, sourcesOf } = createModuleGraph()

test('tests of pure functions need nothing', () => {
  const files = ['tests/domain/forms/check-form.test.ts', 'tests/domain/reports/watch/watch.test.ts']
  expect(neededBy(files)).toEqual({ programs: [], template: false })
})

test('tests of routes need the threads of a store, and few other programs', () => {
  const { programs: needed, template } = neededBy(['tests/service/users/account.test.ts'])
  expect(template).toBe(true)
  expect(needed).toContain('db/sqlite/worker/writer-worker.ts')
  expect(needed).toContain('db/sqlite/worker/reader-worker.ts')
  expect(needed).not.toContain('service/main.ts')
  expect(needed.length).toBeLessThan(6)
})

test.each([
  ['a command', 'tests/service/commands/weekly-report.test.ts'],
  ['a service', 'tests/faults/killed.test.ts'],
])('tests that start %s need all programs', (_, file) => {
  expect(neededBy([file]).programs).toEqual(programs)
})

test('tests of another file need what it starts', () => {
  const postgres = 'db/postgres/worker/append-worker.ts'
  const { programs: needed } = neededBy([
    'tests/domain/forms/check-form.test.ts',
    'tests/db/store/postgres-log.test.ts',
  ])
  expect(needed).toContain(postgres)
})

test('a bundle contains the modules that its program imports, but not those that it imports for types only', () => {
  const sources = sourcesOf('db/sqlite/worker/writer-worker.ts')
  expect(sources).toContain('db/worker/serve-calls.ts')
  expect(sources).toContain('domain/events/stored-event.ts')
  expect(sources).not.toContain('db/sqlite/worker/reader-worker.ts')
})

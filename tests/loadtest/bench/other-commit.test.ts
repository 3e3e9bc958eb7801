import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { commitId } from '#loadtest/bench/setup/other-commit.ts'

const root = path.resolve(import.meta.dirname, '../../..')
// A checkout without history, as from an archive, has no commits.
const isRepository = existsSync(path.join(root, '.git'))

test.skipIf(!isRepository)('a commit is found by any name, and an unknown one is not', () => {
  const head = execFileSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).trim()
  const short = commitId('HEAD')!
  expect(head.startsWith(short)).toBe(true)
  expect(commitId(head)).toBe(short)
  expect(commitId('0123456789abcdef')).toBeUndefined()
  expect(commitId('--help')).toBeUndefined()
})

test('the bench says which commit it does not know', () => {
  const { status, stderr } = spawnSync(process.execPath, ['loadtest/bench/run.ts', '--against', 'nowhere'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect(stderr).toContain('--against is wrong: read "nowhere", allowed: a commit of this repository.')
  expect(status).toBe(2)
})

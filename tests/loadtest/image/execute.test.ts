import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { execute } from '#loadtest/image/execute.ts'
import { eventually } from '#tests/eventually.ts'

/** Returns the path of a file that does not exist yet. */
function newFile(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-execute-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'file')
}

test('returns the output, or throws it with the exit code', async () => {
  expect(await execute('sh', ['-c', 'echo out; echo error >&2'])).toBe('out\n')
  await expect(execute('sh', ['-c', 'echo out; echo error >&2; exit 3'])).rejects.toThrow(
    /ended with 3:\n(out\nerror|error\nout)\n$/,
  )
})

test.each([
  ['SIGTERM', 'sleep 600 & touch "$0"; wait'],
  ['SIGKILL, because it ignores SIGTERM,', 'trap "" TERM; sleep 600 & touch "$0"; wait'],
])('an interrupt ends a command and its children with %s', { timeout: 60_000 }, async (_, script) => {
  const interruption = new AbortController()
  const started = newFile()
  const result = execute('sh', ['-c', script, started], interruption.signal).catch(String)
  await eventually(() => expect(existsSync(started)).toBe(true))
  interruption.abort(new Error('Interrupted.'))
  // The child keeps the output open, so the result would be pending for 10 minutes if the child went on.
  expect(await result).toBe('Error: Interrupted.')
})

test('no command starts after an interrupt', async () => {
  const started = newFile()
  const signal = AbortSignal.abort(new Error('Interrupted.'))
  await expect(execute('touch', [started], signal)).rejects.toThrow('Interrupted.')
  expect(existsSync(started)).toBe(false)
})

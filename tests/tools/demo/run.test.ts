import { type ChildProcessByStdio, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import process from 'node:process'
import type { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'

// Runs the command of `npm run demo` as a process.

let folder: string
let child: ChildProcessByStdio<null, Readable, Readable> | undefined
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
})
afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

function run(...args: string[]) {
  const env = { PATH: process.env['PATH'], ...compileCache, PORT: '0', DATA_DIR: folder }
  child = spawn(process.execPath, [programAt('tools/demo/run.ts'), ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { text: '' }
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.text += text))
  return { child, output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

test('fills an empty store, prints how to log in and starts the site, but rejects a store with data', async () => {
  const first = run('--days', '2', '--runs', '25')
  while (!/^Formlotse is at /m.test(first.output.text)) {
    if (first.child.exitCode !== null) throw new Error(first.output.text)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  const file = path.join(folder, 'reports-password')
  expect(first.output.text).toMatch(/^\d+ events stored, /m)
  expect(first.output.text).toMatch(
    new RegExp(`^The reports .*/berichte, their password is in ${file}$`, 'm'),
  )
  expect(first.output.text).not.toContain(readFileSync(file, 'utf8').trim())
  first.child.kill('SIGTERM')
  expect(await first.ended).toBe(0)

  const second = run()
  expect(await second.ended).toBe(1)
  expect(second.output.text).toMatch(/is not empty.*\n$/)
}, 120_000)

test.each([
  [['--days', '0'], 1, /^--days is wrong: read "0", allowed: a whole number from 1 to 400\.\n$/],
  [['--hours', '3'], 2, /Unknown option '--hours'[^]*npm run demo/],
])('rejects %s', async (args, code, message) => {
  const { output, ended } = run(...args)
  expect(await ended).toBe(code)
  expect(output.text).toMatch(message)
})

import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '#tests/eventually.ts'
import { compileCache, programAt } from '#tests/speed/program-paths.ts'

/** Prints the limit of the heap of each thread in MB, which includes that of its young generation. */
const printLimit = `--import=data:text/javascript,${encodeURIComponent(`
  import { getHeapStatistics } from 'node:v8'
  import { threadId } from 'node:worker_threads'
  process._rawDebug('limit of thread ' + threadId + ': ' + getHeapStatistics().heap_size_limit / 2 ** 20)`)}`

test('the young generation has 24 MB on the main thread of the service and 6 MB on each other one', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'formlotse-'))
  const flags = ['--max-semi-space-size=8', '--max-old-space-size=256']
  const child = spawn(process.execPath, [printLimit, ...flags, programAt('service/main.ts')], {
    env: { PATH: process.env['PATH'], ...compileCache, PORT: '0', DATA_DIR: folder },
  })
  onTestFinished(() => {
    child.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  await eventually(() => expect(output).toMatch(/^Formlotse is at /m))
  const limits = [...output.matchAll(/limit of thread (\d+): (\d+)/g)].map(([, thread, size]) => [
    thread,
    Number(size),
  ])
  expect(Object.fromEntries(limits)).toEqual({ 0: 280, 1: 262, 2: 262 })
})

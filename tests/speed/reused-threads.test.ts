import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ReusedThread } from './reused-threads.ts'

const script = new URL('../db/worker/echo-worker.ts', import.meta.url)
let started = 0
const count = () => void (started += 1)
beforeAll(() => void process.on('worker', count))
afterAll(() => void process.off('worker', count))

async function open(): Promise<ReusedThread> {
  const thread = new ReusedThread(script, {})
  expect(await once(thread, 'message')).toMatchObject([{ kind: 'opened' }])
  return thread
}

/** Sends a message that ends the script. Returns the exit code that the store sees. */
async function endBy(message: unknown): Promise<number> {
  const thread = await open()
  const exited = once(thread, 'exit')
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage(message)
  return (await exited)[0] as number
}

test('a thread is used again after a script that ended, and not after one that exited', async () => {
  const close = { kind: 'close' }
  expect(await endBy(close)).toBe(0)
  expect(await endBy(close)).toBe(0)
  expect(started).toBe(1)
  expect(await endBy({ kind: 'calls', calls: [{ id: 1, method: 'echo.exit', args: [] }] })).toBe(3)
  expect(await endBy(close)).toBe(0)
  expect(started).toBe(2)
})

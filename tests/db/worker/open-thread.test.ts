import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { openThread } from '#db/worker/open-thread.ts'
import type { EchoPorts } from './echo-worker.ts'

let lost: AbortController
let notices: unknown[]
let workers: Worker[]
const note = (worker: Worker) => void workers.push(worker)
beforeEach(() => {
  lost = new AbortController()
  notices = []
  workers = []
  process.on('worker', note)
})
afterEach(async () => {
  process.off('worker', note)
  await Promise.all(workers.map((worker) => worker.terminate()))
})

const open = (workerData?: unknown) =>
  openThread<EchoPorts>({
    name: 'echo',
    script: new URL('./echo-worker.ts', import.meta.url),
    workerData,
    lost,
    onNotice: (notice) => notices.push(notice),
  })

test('a call returns what the method of the worker returns', async () => {
  const { calls } = await open()
  expect(await Promise.all([calls.echo.say('a'), calls.echo.say('b')])).toEqual(['a', 'b'])
})

test('methods that return a promise run concurrently', async () => {
  const { calls } = await open()
  const done: string[] = []
  await Promise.all([
    calls.echo.later('slow', 300).then((text) => done.push(text)),
    calls.echo.later('fast', 1).then((text) => done.push(text)),
    calls.echo.say('now').then((text) => done.push(text)),
  ])
  expect(done).toEqual(['now', 'fast', 'slow'])
})

test('errors are mapped to those of the store port and keep their class', async () => {
  const { calls } = await open()
  for (const [call, message] of [
    [calls.echo.fail(), 'mapped: out of range'],
    [calls.echo.reject(), 'mapped: out of range later'],
  ] as const) {
    const error: unknown = await call.catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(StoreUnavailable)
    expect(error).toMatchObject({ message })
  }
})

test('an argument that cannot be cloned fails its own call only', async () => {
  const { calls } = await open()
  const settled = await Promise.allSettled([
    calls.echo.say('a'),
    calls.echo.say((() => 'b') as unknown as string),
    calls.echo.say('c'),
  ])
  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})

test('unknown messages on the same port are ignored, in both directions', async () => {
  const { calls } = await open()
  await calls.echo.reportImport()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
  workers[0]!.postMessage({ 'watch:import': ['file:///a.ts'] })
  await calls.echo.notify('a notice')
  expect(await calls.echo.say('still here')).toBe('still here')
  expect(notices).toEqual(['a notice'])
})

test('closing finishes the running calls; later calls report that the thread is closed', async () => {
  const thread = await open()
  const pending = thread.calls.echo.later('pending', 50)
  await Promise.all([thread.close(), thread.close()])
  expect(await pending).toBe('pending')
  expect(notices).toEqual(['closed after pending'])
  expect(lost.signal.aborted).toBe(false)
  await expect(thread.calls.echo.say('late')).rejects.toThrow('the echo of the store is closed')
})

test('a thread that exits unexpectedly fails its calls and is lost', async () => {
  const { calls, close } = await open()
  const died = /the echo of the store died: it exited unexpectedly; .* unknown/
  for (const call of [calls.echo.exit(), calls.echo.later('never', 60_000)])
    await expect(call).rejects.toThrow(died)
  await expect(calls.echo.say('late')).rejects.toBeInstanceOf(StoreUnavailable)
  expect(lost.signal.reason).toBeInstanceOf(StoreUnavailable)
  await close()
})

test('a worker that cannot open reports the cause', async () => {
  await expect(open('refuse')).rejects.toThrow('mapped: cannot open')
})

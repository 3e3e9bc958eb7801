import { once } from 'node:events'
import type { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StoreUnavailable } from '#db/ports/store.ts'
import { createAppendThread } from '#db/postgres/worker/append-thread.ts'

const nothing = { events: [], rejected: [], now: 0, dedupeWindowMs: 0 }

const workers: Worker[] = []
const note = (worker: Worker) => void workers.push(worker)
beforeEach(() => void process.on('worker', note))
afterEach(() => {
  process.off('worker', note)
  workers.length = 0
})

const appendThread = (piiKey = new Uint8Array(32)) =>
  createAppendThread(
    {
      url: 'postgres://nobody@127.0.0.1:1/nowhere',
      lockTimeoutMs: 1000,
      statementTimeoutMs: 1000,
      connections: 1,
      piiKey,
    },
    () => {},
  )

test('a thread that dies fails the running and all later appends, and aborts `lost`', async () => {
  const appends = appendThread()
  const started = once(process, 'worker') as Promise<[Worker]>
  const both = Promise.allSettled([appends.append(nothing), appends.append(nothing)])
  const [worker] = await started
  await worker.terminate()
  for (const one of [...(await both), ...(await Promise.allSettled([appends.append(nothing)]))]) {
    expect(one).toMatchObject({ status: 'rejected', reason: expect.any(StoreUnavailable) as Error })
    expect(String((one as PromiseRejectedResult).reason)).toMatch(/append thread of the store died/)
  }
  expect(appends.lost.reason).toBeInstanceOf(StoreUnavailable)
  await expect(appends.probe()).rejects.toBeInstanceOf(StoreUnavailable)
  await appends.end()
})

test('a thread that cannot open fails every append and aborts `lost`', async () => {
  const appends = appendThread(new Uint8Array(3))
  appends.start()
  await expect(appends.append(nothing)).rejects.toThrow('the key for personal data has 3 bytes')
  await expect(appends.append(nothing)).rejects.toThrow('the key for personal data has 3 bytes')
  expect(appends.lost.reason).toBeInstanceOf(StoreUnavailable)
  await appends.end()
})

test('a thread that was never started is ready and ends immediately', async () => {
  const appends = appendThread()
  await appends.probe()
  await appends.end()
  expect(workers).toEqual([])
  expect(appends.lost.aborted).toBe(false)
})

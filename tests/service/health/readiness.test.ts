import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createReadiness } from '#service/health/readiness.ts'

function probed(ready: () => Promise<void>, options: { maxAgeMs?: number; withinMs?: number } = {}) {
  let probes = 0
  const failures: unknown[] = []
  const isReady = createReadiness(
    {
      ready: () => {
        probes += 1
        return ready()
      },
    },
    { onFailure: (error) => failures.push(error), ...options },
  )
  return { isReady, probes: () => probes, failures }
}

test('requests during a probe and in the second after it share its result', async () => {
  const { isReady, probes } = probed(() => sleep(20), { maxAgeMs: 300 })
  await Promise.all(Array.from({ length: 100 }, () => isReady()))
  await isReady()
  expect(probes()).toBe(1)
  await sleep(320)
  await isReady()
  expect(probes()).toBe(2)
})

test('a failed probe is shared and reported once, and repeated after a second', async () => {
  let fails = true
  const { isReady, probes, failures } = probed(
    () => (fails ? Promise.reject(new Error('the disk is full')) : Promise.resolve()),
    { maxAgeMs: 200 },
  )
  const results = await Promise.allSettled([isReady(), isReady(), isReady()])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
  fails = false
  await expect(isReady()).rejects.toThrow('the disk is full')
  expect([probes(), failures.length]).toEqual([1, 1])
  await sleep(220)
  await isReady()
})

test('a hanging probe counts as failed, and no other one starts until it has ended', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const { isReady, probes } = probed(() => promise, { maxAgeMs: 10, withinMs: 50 })
  await expect(isReady()).rejects.toThrow('the store has not responded within 50 ms')
  await sleep(30)
  await expect(isReady()).rejects.toThrow('the store has not responded')
  expect(probes()).toBe(1)
  resolve()
  await sleep(30)
  await isReady()
  expect(probes()).toBe(2)
})

import { expect, test } from 'vitest'
import { createHeavyWork } from '#service/reports/past/heavy-work.ts'

/** Returns a computation that ends when its function in `ends` is called, and how many run at the same time. */
function controlled() {
  const seen = { running: 0, most: 0, begun: 0 }
  const ends: (() => void)[] = []
  const work = async () => {
    seen.begun += 1
    seen.running += 1
    seen.most = Math.max(seen.most, seen.running)
    await new Promise<void>((resolve) => ends.push(resolve))
    seen.running -= 1
    return seen.begun
  }
  return { seen, work, ends, turn: () => new Promise((resolve) => setImmediate(resolve)) }
}

test('equal requests share a computation, different ones are done one at a time', async () => {
  const { seen, work, ends, turn } = controlled()
  const heavyWork = createHeavyWork()
  const results = [heavyWork('a', work), heavyWork('a', work), heavyWork('b', work), heavyWork('a', work)]
  await turn()
  expect(seen).toEqual({ running: 1, most: 1, begun: 1 })
  ends.shift()!()
  await results[0]
  await turn()
  expect(seen).toEqual({ running: 1, most: 1, begun: 2 })
  ends.shift()!()
  expect(await Promise.all(results)).toEqual([1, 1, 2, 1])
  // A result is not kept: the next request may have other data.
  const later = heavyWork('a', work)
  await turn()
  ends.shift()!()
  expect(await later).toBe(3)
})

const fail = () => Promise.reject(new Error('unreadable'))

test('a failure reaches those who share it, and the next computation begins', async () => {
  const heavyWork = createHeavyWork()
  const failed = [heavyWork('a', fail), heavyWork('a', fail)]
  const next = heavyWork('b', () => Promise.resolve('done'))
  await expect(failed[0]).rejects.toThrow('unreadable')
  await expect(failed[1]).rejects.toThrow('unreadable')
  expect(await next).toBe('done')
  expect(await heavyWork('a', () => Promise.resolve('again'))).toBe('again')
})

test('too many different computations are refused, with the time after which to try again', async () => {
  const { work, ends, turn } = controlled()
  const heavyWork = createHeavyWork()
  const accepted = ['1', '2', '3', '4', '5', '6'].map((key) => heavyWork(key, work))
  await expect(heavyWork('7', work)).rejects.toMatchObject({ members: { status: 503, retryAfter: 15 } })
  const shared = heavyWork('6', work)
  for (const one of accepted) {
    await turn()
    ends.shift()!()
    await one
  }
  expect(await shared).toBe(6)
})

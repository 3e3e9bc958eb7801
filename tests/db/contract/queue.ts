import { describe, expect, test } from 'vitest'
import { noon } from '#tests/build-events.ts'
import { type OpenStore, fresh, second } from './setup.ts'

const leaseMs = 30 * second

const job = (key: string, runAt = noon, queue = 'deliveries') => ({ queue, key, runAt })

export function queueContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('the queue', () => {
    test('hands out due jobs once, earliest first, up to a limit', async () => {
      const { queue } = await openStore()
      await queue.put([
        job('late', noon + 1),
        job('b', noon - 1),
        job('a', noon - 2),
        job('c'),
        job('x', noon, 'other'),
      ])
      const keys = async (now: number, limit: number) =>
        (await queue.claim('deliveries', now, leaseMs, limit)).map(({ key }) => key)
      expect(await keys(noon, 2)).toEqual(['a', 'b'])
      expect(await keys(noon, 9)).toEqual(['c'])
      expect(await keys(noon, 9)).toEqual([])
      expect(await keys(noon + 1, 9)).toEqual(['late'])
    })

    test('hands a job to one of two processes', async () => {
      const [one, other] = await pair()
      await one.queue.put(Array.from({ length: 20 }, (_, index) => job(String(index))))
      const claims = await Promise.all(
        [one, other, one, other].map(({ queue }) => queue.claim('deliveries', noon, leaseMs, 10)),
      )
      const keys = claims.flat().map(({ key }) => key)
      expect(keys).toHaveLength(20)
      expect(new Set(keys).size).toBe(20)
    })

    test('keeps one job a key and moves it forward only', async () => {
      const { queue } = await openStore()
      await queue.put([job('a', noon + 5), job('a', noon + 9), job('a', noon + 2)])
      await queue.put([job('a', noon + 7)])
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
      expect(await queue.claim('deliveries', noon + 1, leaseMs, 9)).toEqual([])
      expect(await queue.claim('deliveries', noon + 2, leaseMs, 9)).toMatchObject([job('a', noon + 2)])
    })

    test('forgets a finished job', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [claimed] = await queue.claim('deliveries', noon, leaseMs, 1)
      await queue.done(claimed!)
      expect(await queue.depth()).toEqual([])
      expect(await queue.claim('deliveries', noon + leaseMs, leaseMs, 9)).toEqual([])
    })

    test('hands a job out again when its lease has run out', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      await queue.claim('deliveries', noon, leaseMs, 1)
      expect(await queue.claim('deliveries', noon + leaseMs - 1, leaseMs, 1)).toEqual([])
      expect(await queue.claim('deliveries', noon + leaseMs, leaseMs, 1)).toMatchObject([job('a')])
    })

    test('keeps a job that was put again while it ran, and lets it wait until the running one is done', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [running] = await queue.claim('deliveries', noon, leaseMs, 1)
      await queue.put([job('a', noon + 9)])
      await queue.put([job('a', noon + 2), job('a', noon + 5)])
      expect(await queue.claim('deliveries', noon + 2, leaseMs, 1)).toEqual([])
      await queue.done(running!)
      expect(await queue.claim('deliveries', noon + 1, leaseMs, 1)).toEqual([])
      const [again] = await queue.claim('deliveries', noon + 2, leaseMs, 1)
      expect(again).toMatchObject(job('a', noon + 2))
      expect(again?.ticket).not.toBe(running?.ticket)
      await queue.done(running!)
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
      await queue.done(again!)
      expect(await queue.depth()).toEqual([])
    })

    test('does not let an old ticket finish a newer job of the same key', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [old] = await queue.claim('deliveries', noon, leaseMs, 1)
      await queue.done(old!)
      await queue.put([job('a')])
      await queue.done(old!)
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
    })

    test('counts what waits by queue', async () => {
      const { queue } = await openStore()
      await queue.put([job('a'), job('b'), job('a', noon, 'mail')])
      const depth = await queue.depth()
      expect(depth.toSorted((a, b) => a.queue.localeCompare(b.queue))).toEqual([
        { queue: 'deliveries', jobs: 2 },
        { queue: 'mail', jobs: 1 },
      ])
    })
  })
}

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { Queue } from '#db/queue.ts'
import { type OpenStore, fresh, second } from './setup.ts'

// By the real clock: an engine may have one of its own.

const leaseMs = 30 * second
const minute = 60 * second

const job = (key: string, inMs = -second, queue = 'deliveries') => ({ queue, key, runAt: Date.now() + inMs })

const claim = (queue: Queue, limit = 9, lease = leaseMs) =>
  queue.claim('deliveries', Date.now(), lease, limit)
const keys = async (queue: Queue, limit = 9) => (await claim(queue, limit)).map(({ key }) => key)

export function queueContract(open: OpenStore) {
  const { store: openStore, pair } = fresh(open)

  describe('the queue', () => {
    test('hands out due jobs once, those that wait longest first, up to a limit', async () => {
      const { queue } = await openStore()
      for (const [key, at] of [
        ['a', -3],
        ['b', -2],
        ['c', -1],
      ] as const)
        await queue.put([job(key, at * second), job(`not ${key}`, -minute, 'other')])
      expect(await keys(queue, 2)).toEqual(['a', 'b'])
      expect(await keys(queue)).toEqual(['c'])
      expect(await keys(queue)).toEqual([])
    })

    test('hands out no job before its time', async () => {
      const { queue } = await openStore()
      const late = job('late', 700)
      await queue.put([late])
      let claimed = await claim(queue)
      while (claimed.length === 0 && Date.now() < late.runAt + 10 * second) claimed = await claim(queue)
      expect(claimed).toMatchObject([late])
      // A ms of grace for clocks that are read with another precision.
      expect(Date.now()).toBeGreaterThanOrEqual(late.runAt - 1)
    })

    test('hands a job to one of two processes', async () => {
      const [one, other] = await pair()
      await one.queue.put(Array.from({ length: 20 }, (_, index) => job(String(index))))
      const claims = [one, other, one, other].map(({ queue }) => claim(queue, 10))
      const found = (await Promise.all(claims)).flat().map(({ key }) => key)
      // What another one was just looking at may be passed over, but only until then.
      const left = await keys(one.queue, 20)
      expect([...found, ...left].toSorted()).toEqual(
        Array.from({ length: 20 }, (_, index) => String(index)).toSorted(),
      )
    })

    test('keeps one job a key and moves it forward only', async () => {
      const { queue } = await openStore()
      await queue.put([job('a', 5 * minute), job('a', 9 * minute), job('a', 2 * minute)])
      await queue.put([job('a', 7 * minute)])
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
      expect(await keys(queue)).toEqual([])
      const sooner = job('a')
      await queue.put([sooner])
      await queue.put([job('a', minute)])
      expect(await claim(queue)).toMatchObject([sooner])
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
    })

    test('two processes that put the same key at once leave one job, due when the earlier one wished', async () => {
      const [one, other] = await pair()
      const [soon, late] = [job('a'), job('a', minute)]
      await Promise.all([one.queue.put([late]), other.queue.put([soon]), one.queue.put([late])])
      expect(await one.queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
      expect(await claim(other.queue)).toMatchObject([soon])
    })

    test('forgets a finished job', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [claimed] = await claim(queue)
      await queue.done(claimed!)
      await queue.done(claimed!)
      expect(await queue.depth()).toEqual([])
      expect(await queue.claim('deliveries', Date.now() + leaseMs, leaseMs, 9)).toEqual([])
    })

    test('hands a job out again when its lease has run out', async () => {
      const [one, other] = await pair()
      await one.queue.put([job('a'), job('b')])
      const [held] = await claim(one.queue, 1, second)
      const [kept] = await claim(one.queue, 1, minute)
      expect(await keys(other.queue)).toEqual([])
      let again = await claim(other.queue)
      for (const from = Date.now(); again.length === 0 && Date.now() - from < 12 * second; await sleep(50))
        again = await claim(other.queue)
      expect(again).toMatchObject([{ key: held!.key }])
      expect(Date.now() - held!.runAt).toBeGreaterThanOrEqual(2 * second)
      await one.queue.done(kept!)
      await other.queue.done(again[0]!)
      expect(await one.queue.depth()).toEqual([])
    })

    test('keeps a job that was put again while it ran', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [running] = await claim(queue)
      await queue.put([job('a', 9 * minute)])
      const sooner = job('a')
      await queue.put([sooner, job('a', 5 * minute)])
      await queue.done(running!)
      const [again] = await claim(queue)
      expect(again).toMatchObject(sooner)
      expect(again?.ticket).not.toBe(running?.ticket)
      await queue.done(running!)
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
      await queue.done(again!)
      expect(await queue.depth()).toEqual([])
    })

    test('does not let an old ticket finish a newer job of the same key', async () => {
      const { queue } = await openStore()
      await queue.put([job('a')])
      const [old] = await claim(queue)
      await queue.done(old!)
      await queue.put([job('a')])
      await queue.done(old!)
      expect(await queue.depth()).toEqual([{ queue: 'deliveries', jobs: 1 }])
    })

    test('counts what waits by queue, and makes a queue of any name', async () => {
      const { queue } = await openStore()
      expect(await queue.claim('nobody-knows', Date.now(), leaseMs, 9)).toEqual([])
      await queue.put([job('a'), job('b', minute), job('a', 0, 'mail')])
      const depth = await queue.depth()
      expect(depth.toSorted((a, b) => a.queue.localeCompare(b.queue))).toEqual([
        { queue: 'deliveries', jobs: 2 },
        { queue: 'mail', jobs: 1 },
      ])
    })
  })
}

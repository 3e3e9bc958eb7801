import { describe, expect, test } from 'vitest'
import type { Problem } from '#service/http/errors.ts'
import { createConversionQueue } from '#service/uploads/conversion-queue.ts'

const settled = () => new Promise(setImmediate)

/** Starts conversions that end when the test ends them, and records the order in which they begin. */
function open(limits?: Parameters<typeof createConversionQueue>[0]) {
  const queue = createConversionQueue(limits)
  const begun: string[] = []
  const ends = new Map<string, PromiseWithResolvers<void>>()
  const start = (client: string, name: string) => {
    const end = Promise.withResolvers<void>()
    ends.set(name, end)
    return queue.run(client, async () => {
      begun.push(name)
      await end.promise
      return name
    })
  }
  const end = async (name: string) => {
    ends.get(name)!.resolve()
    await settled()
  }
  return { start, end, begun, ends }
}

const busy = expect.objectContaining({
  members: expect.objectContaining({ status: 503, type: 'too-many-conversions' }) as object,
}) as Problem

describe('the conversion queue', () => {
  test('runs one conversion at a time, and continues after one that fails', async () => {
    const { start, end, begun, ends } = open()
    const [one, two, three] = [start('a', 'one'), start('a', 'two'), start('a', 'three')]
    await settled()
    expect(begun).toEqual(['one'])
    ends.get('one')!.reject(new Error('it died'))
    await expect(one).rejects.toThrow('it died')
    await settled()
    expect(begun).toEqual(['one', 'two'])
    await end('two')
    await end('three')
    expect(await Promise.all([two, three])).toEqual(['two', 'three'])
    const four = start('b', 'four')
    await end('four')
    expect(await four).toBe('four')
  })

  test('lets clients take turns', async () => {
    const { start, end, begun } = open()
    const all = [
      ...[1, 2, 3].map((number) => start('greedy', `greedy ${number}`)),
      start('b', 'b'),
      start('c', 'c'),
    ]
    await settled()
    for (let done = 0; done < all.length; done++) await end(begun[done]!)
    await Promise.all(all)
    expect(begun).toEqual(['greedy 1', 'b', 'greedy 2', 'c', 'greedy 3'])
  })

  test('refuses more than the allowed number of waiting files, by client and in total', async () => {
    const { start, end, begun } = open({ perClient: 2, total: 3, waitMs: 60_000 })
    const running = start('a', 'a1')
    const waiting = [start('a', 'a2'), start('a', 'a3')]
    await expect(start('a', 'a4')).rejects.toEqual(busy)
    waiting.push(start('b', 'b1'))
    await expect(start('c', 'c1')).rejects.toEqual(busy)
    for (const name of ['a1', 'b1', 'a2', 'a3']) await end(name)
    await Promise.all([running, ...waiting])
    expect(begun).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  test('refuses a file that has waited too long, and never converts it', async () => {
    const { start, end, begun } = open({ perClient: 2, total: 3, waitMs: 20 })
    const running = start('a', 'slow')
    await expect(start('b', 'late')).rejects.toEqual(busy)
    await end('slow')
    await running
    expect(begun).toEqual(['slow'])
  })
})

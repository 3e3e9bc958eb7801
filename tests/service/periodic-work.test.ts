import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { type PeriodicWork, begin, leaseMs, startPeriodicWork } from '#service/periodic-work.ts'
import { noon } from '#tests/build-events.ts'
import { testClock } from './harness.ts'
import { type ProjectedStore, openProjectedStore, silent, until } from './projections/projected-store.ts'

let projected: ProjectedStore
const clock = testClock()
const running: { stop(): Promise<void> }[] = []

beforeEach(async () => {
  clock.set(noon)
  projected = await openProjectedStore()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((work) => work.stop()))
  await projected.close()
})

function startWork(work: PeriodicWork['work'], over: Partial<PeriodicWork> = {}) {
  const loop = startPeriodicWork({
    name: 'test',
    store: projected.store,
    now: clock.now,
    log: silent,
    pollMs: 1,
    work,
    ...over,
  })
  running.push(loop)
  return loop
}

/** Long enough for loops that poll every millisecond to do what they should not. */
const aWhile = () => sleep(100)

test('of several processes one does each round, and the next one when its time has come', async () => {
  let rounds = 0
  const work = async () => {
    rounds += 1
    return { at: begin, inMs: 5000 }
  }
  for (let process = 0; process < 3; process++) startWork(work)
  await until('begun', () => rounds > 0)
  await aWhile()
  // Each process asks for a first round when it starts; those that ask together get one.
  const first = rounds
  expect(first).toBeLessThanOrEqual(3)
  clock.advance(4999)
  await aWhile()
  expect(rounds).toBe(first)
  clock.advance(1)
  await until('the next round', () => rounds > first)
  await aWhile()
  expect(rounds).toBe(first + 1)
})

test('a round in pieces goes on where it was, also in another process', async () => {
  const pieces: string[] = []
  const work = async (at: string) => {
    pieces.push(at)
    return { at: at === begin ? '100' : '200', inMs: 60_000 }
  }
  const first = startWork(work)
  await until('the first piece', () => pieces.length === 1)
  await first.stop()
  clock.advance(60_000)
  startWork(work)
  await until('the next piece', () => pieces.includes('100'))
})

test('a piece whose process is gone is done again when its lease has run out', async () => {
  const { queue } = projected.store
  await queue.put([{ queue: 'test', key: begin, runAt: noon }])
  expect(await queue.claim('test', noon, leaseMs, 1)).toHaveLength(1)
  let rounds = 0
  startWork(async () => {
    rounds += 1
    return { at: begin, inMs: 60_000 }
  })
  clock.advance(leaseMs - 1)
  await aWhile()
  expect(rounds).toBe(0)
  clock.advance(1)
  await until('done again', () => rounds === 1)
})

test('a piece that fails is tried again after a pause', async () => {
  const tries: string[] = []
  startWork(async (at) => {
    tries.push(at)
    if (tries.length === 2) throw new Error('the disk is full')
    return { at: '100', inMs: 0 }
  })
  await until('tried again', () => tries.length >= 3)
  expect(tries.slice(0, 3)).toEqual([begin, '100', '100'])
})

test('stopping waits for the piece in hand, and its next one is kept', async () => {
  const inHand = Promise.withResolvers<void>()
  let begun = false
  const loop = startWork(async () => {
    begun = true
    await inHand.promise
    return { at: '7', inMs: 0 }
  })
  await until('begun', () => begun)
  const stopped = loop.stop()
  inHand.resolve()
  await stopped
  expect(await projected.store.queue.claim('test', clock.now(), leaseMs, 9)).toMatchObject([{ key: '7' }])
})

import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createSingleProcess } from '#db/limits/single-process.ts'
import type { Replicas } from '#db/ports/replicas.ts'
import { type PeriodicWork, begin, startPeriodicWork } from '#service/background/periodic-work.ts'
import { noon } from '#tests/build-events.ts'
import { testClock } from '#tests/service/harness.ts'
import { silent, until } from '#tests/service/projections/projected-store.ts'

let replicas: Replicas
const clock = testClock()
const running: { stop(): Promise<void> }[] = []

beforeEach(() => {
  clock.set(noon)
  replicas = createSingleProcess()
})
afterEach(async () => {
  await Promise.all(running.splice(0).map((work) => work.stop()))
  await replicas.close()
})

function startWork(work: PeriodicWork['work']) {
  const loop = startPeriodicWork({ name: 'test', replicas, now: clock.now, log: silent, work })
  running.push(loop)
  return loop
}

/** Waits long enough for a round to begin, so that the test notices a round that must not begin. */
const meanwhile = () => sleep(100)

test('the first round begins at once, and the next one at most a second before it is due', async () => {
  let rounds = 0
  startWork(async () => {
    rounds += 1
    return { at: begin, inMs: 5000 }
  })
  await until('begun', () => rounds === 1)
  clock.advance(3999)
  await replicas.wake('test')
  await meanwhile()
  expect(rounds).toBe(1)
  clock.advance(1)
  await replicas.wake('test')
  await until('the next round', () => rounds === 2)
})

test('a round that is due within a minute requests its own wake-up', async () => {
  let rounds = 0
  startWork(async () => {
    rounds += 1
    clock.advance(20)
    return { at: begin, inMs: 10 }
  })
  clock.advance(1)
  const advancing = setInterval(() => clock.advance(10), 5)
  await until('three rounds', () => rounds >= 3)
  clearInterval(advancing)
})

test('a round continues at the end of its last chunk', async () => {
  const chunks: string[] = []
  startWork(async (at) => {
    chunks.push(at)
    return chunks.length < 3 ? { at: String(chunks.length), inMs: 0 } : { at: begin, inMs: 60_000 }
  })
  await until('three chunks', () => chunks.length === 3)
  expect(chunks).toEqual([begin, '1', '2'])
})

test('a failed chunk is retried after a pause', async () => {
  const tries: string[] = []
  startWork(async (at) => {
    tries.push(at)
    if (tries.length === 2) throw new Error('the disk is full')
    return tries.length < 4 ? { at: '100', inMs: 0 } : { at: begin, inMs: 60_000 }
  })
  await until('retried', () => tries.length >= 3)
  expect(tries.slice(0, 3)).toEqual([begin, '100', '100'])
})

test('stopping waits for the current chunk and begins no other', async () => {
  const current = Promise.withResolvers<void>()
  let begun = 0
  const loop = startWork(async () => {
    begun += 1
    await current.promise
    return { at: '7', inMs: 0 }
  })
  await until('begun', () => begun === 1)
  const stopped = loop.stop()
  current.resolve()
  await stopped
  await replicas.wake('test')
  await meanwhile()
  expect(begun).toBe(1)
})

import { expect, test } from 'vitest'
import { type Entry, batchesOf, createQueue } from '#web/features/tracking/device/queue.ts'

const entry = (id: string, over: Partial<Entry> = {}): Entry => ({
  id,
  type: 'step',
  json: '{}',
  safe: '{}',
  context: 'now',
  saved: true,
  ...over,
})
const ids = (entries: Entry[]) => entries.map(({ id }) => id)

test('a full queue drops the oldest events, those of low priority first, then medium, then high', () => {
  const queue = createQueue(3)
  const dropped = [
    entry('1', { type: 'email' }),
    entry('2'),
    entry('3', { type: 'invalid' }),
    entry('4', { type: 'invalid' }),
    entry('5', { type: 'start' }),
    entry('6', { type: 'start' }),
    entry('7', { type: 'start' }),
  ].map((one) => queue.add(one)?.id)
  expect(dropped).toEqual([undefined, undefined, undefined, '3', '4', '2', '1'])
  expect(ids(queue.all())).toEqual(['5', '6', '7'])
})

test('the queue holds 1,000 events', () => {
  const queue = createQueue()
  const dropped = Array.from({ length: 1001 }, (_, index) => queue.add(entry(String(index).padStart(4, '0'))))
  expect(dropped.filter(Boolean).map((one) => one!.id)).toEqual(['0000'])
  expect(queue.all()).toHaveLength(1000)
})

test('events of an earlier visit come first, and events in flight are not waiting', () => {
  const queue = createQueue()
  for (const id of ['5', '9', '1']) queue.add(entry(id))
  queue.all()[1]!.flight = 'page'
  expect(ids(queue.all())).toEqual(['1', '5', '9'])
  expect(ids(queue.waiting())).toEqual(['1', '9'])
})

test('a request has one context and limits for number and size of events', () => {
  const entries = [
    entry('1', { context: 'then' }),
    entry('2'),
    entry('3', { context: 'then' }),
    entry('4'),
    entry('5'),
    entry('6', { json: 'x'.repeat(40_000) }),
    entry('7', { json: 'x'.repeat(40_000) }),
    entry('8', { json: 'x'.repeat(70_000) }),
  ]
  expect(batchesOf(entries, 3).map(ids)).toEqual([['1', '3'], ['2', '4', '5'], ['6'], ['7'], ['8']])
  expect(batchesOf([], 3)).toEqual([])
})

import { expect, test } from 'vitest'
import { type QueueRow, deskRows } from '#domain/desk/queue-contract.ts'
import { orderIdsOf, splitQueue } from '#web/features/desk/queue/split-queue.ts'

const row = (orderId: string, due: boolean): QueueRow => ({
  work: 'submit',
  orderId,
  number: orderId,
  funnel: 'anmeldung',
  product: 'Anmeldung',
  vip: false,
  priceCents: 4999,
  status: 'paid',
  since: '2026-11-23T08:00:00.000Z',
  dueAt: null,
  due,
  excluded: false,
  printed: null,
})

test('orders that are due come first, whatever their work', () => {
  const queue = {
    groups: [
      { work: 'decide' as const, count: 1, due: 0, rows: [row('waiting', false)] },
      { work: 'submit' as const, count: 2, due: 1, rows: [row('due', true), row('later', false)] },
    ],
  }
  const { due, later } = splitQueue(queue)
  expect(due.map(({ work, count }) => [work, count])).toEqual([['submit', 1]])
  expect(later.map(({ work, count }) => [work, count])).toEqual([
    ['decide', 1],
    ['submit', 1],
  ])
  expect(orderIdsOf(queue)).toEqual(['due', 'waiting', 'later'])
})

test('the count is that of the rows, unless the service has more of them', () => {
  const whole = { work: 'submit' as const, count: 1, due: 1, rows: [] }
  expect(splitQueue({ groups: [whole] })).toEqual({ due: [], later: [] })
  const rows = Array.from({ length: deskRows }, (_, index) => row(`order ${index}`, true))
  const part = { work: 'submit' as const, count: 250, due: 240, rows }
  const { due, later } = splitQueue({ groups: [part] })
  expect([due[0]!.count, later[0]!.count]).toEqual([240, 10])
})

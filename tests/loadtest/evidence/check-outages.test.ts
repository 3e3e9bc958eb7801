import { expect, test } from 'vitest'
import { checkOutages } from '#loadtest/evidence/check-outages.ts'
import type { Acknowledged } from '#loadtest/journey/record.ts'

const at = (seconds: number, status: Acknowledged['status'] = 'stored'): Acknowledged => ({
  id: `e${seconds}`,
  runId: 'a',
  type: 'step',
  step: 1,
  status,
  position: seconds,
  at: seconds * 1000,
})
const failovers = [
  { what: 'db-1 killed', beganAt: 10_000, promotedAt: 14_000 },
  { what: 'db-2 partitioned away', beganAt: 40_000, promotedAt: 62_000 },
]
const rowsOf = (record: Acknowledged[]) =>
  checkOutages(failovers, record).map(({ found, faults }) => [found, faults.length])

test('measures the longest time without a stored event, and the time since the promotion', () => {
  const record = [at(9), at(16), at(30), at(39), at(20), at(63), at(64), at(12, 'duplicate')]
  expect(rowsOf(record)).toEqual([
    [10, 0],
    [2, 0],
    [24, 0],
    [1, 0],
  ])
})

test('finds an outage that is too long, and one that never ends', () => {
  expect(rowsOf([at(9), at(12), at(20), at(39), at(71)])).toEqual([
    [19, 0],
    [6, 1],
    [32, 1],
    [9, 1],
  ])
  expect(rowsOf([at(9), at(15)])).toEqual([
    [6, 0],
    [1, 0],
    [Infinity, 1],
    [Infinity, 1],
  ])
})

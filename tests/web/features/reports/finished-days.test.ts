import { expect, test } from 'vitest'
import { finishedDays } from '#web/features/reports/overview/measures.ts'

const day = (date: string, orders: number) => ({
  day: date,
  runs: 2 * orders,
  orders,
  revenueCents: 5000 * orders,
  netRevenueCents: 4000 * orders,
})
const range = {
  days: [day('2026-11-22', 3), day('2026-11-23', 1)],
  daysBefore: [day('2026-11-20', 2), day('2026-11-21', 4)],
}
const sum = (orders: number) => ({
  runs: 2 * orders,
  orders,
  revenueCents: 5000 * orders,
  netRevenueCents: 4000 * orders,
})

test.each([
  ['the last day is over', '2026-11-24', { now: sum(4), before: sum(6) }],
  ['the last day is not over', '2026-11-23', { now: sum(3), before: sum(2) }],
  ['no day is over', '2026-11-22', undefined],
])('compares only days that are over: %s', (_, today, expected) => {
  expect(finishedDays(range, today)).toEqual(expected)
})

import { expect, test } from 'vitest'
import { channels } from '#domain/attribution/channel.ts'
import { creditUnit } from '#domain/attribution/credit-touches.ts'
import { pathKey, shownChannels } from '#domain/attribution/order-path.ts'
import { pathsReport } from '#domain/reports/paths/compute.ts'
import { maxPaths } from '#domain/reports/paths/shape.ts'

const day = 24 * 3600 * 1000
const about = {
  from: '2026-11-20',
  to: '2026-11-20',
  dayOf: 'start',
  funnel: null,
  asOfPosition: 7,
} as const
const credit = (path: string[], days: number, orders: number) => ({
  key: pathKey(path, days * day + 1000),
  runs: 0,
  orders: orders * creditUnit,
  revenueCents: orders * 4999,
  netRevenueCents: orders * 4999,
})

test('of more than five contacts, the first and the last four are shown', () => {
  expect(shownChannels([])).toEqual(['(none)'])
  expect(shownChannels(channels.slice(0, 5))).toEqual(channels.slice(0, 5))
  expect(shownChannels(channels.slice(0, 6))).toEqual([channels[0], '…', ...channels.slice(2, 6)])
})

test('a path is summed over days, with the lower median of its orders', () => {
  const path = ['Paid Search', 'Email']
  const { rows } = pathsReport(about, [credit(path, 0, 2), credit(path, 3, 1), credit(path, 5, 1)], [])
  expect(rows).toEqual([
    { channels: path, orders: 4, medianDays: 0, revenueCents: 4 * 4999, netRevenueCents: 4 * 4999 },
  ])
  expect(pathsReport(about, [credit(path, 0, 1), credit(path, 3, 2)], []).rows[0]?.medianDays).toBe(3)
})

test('paths after the first 20 are summed, together with those that were not admitted', () => {
  const many = channels.flatMap((first) => channels.map((last) => [first, last])).slice(0, maxPaths + 3)
  const credited = many.map((path, index) => credit(path, 1, 100 - index))
  const { rows, orders } = pathsReport(about, [...credited, credit(['(other)'], 2, 500)], [])
  expect(rows).toHaveLength(maxPaths + 1)
  expect(rows.slice(0, -1).map((row) => row.orders)).toEqual(many.slice(0, maxPaths).map((_, at) => 100 - at))
  const rest = [80, 79, 78].reduce((sum, one) => sum + one, 500)
  expect(rows.at(-1)).toMatchObject({ channels: ['(other)'], orders: rest, medianDays: 2 })
  expect(rows.reduce((sum, row) => sum + row.orders, 0)).toBe(orders)
})

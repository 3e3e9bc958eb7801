import { expect, test } from 'vitest'
import { hoursOf } from '#domain/reports/day-hours.ts'
import { comparedFigures, comparisonWords } from '#web/features/reports/overview/compared-figures.ts'
import { hourPairs } from '#web/features/reports/overview/measures.ts'

const figures = (orders: number) => ({
  runs: 2 * orders,
  orders,
  revenueCents: 5000 * orders,
  netRevenueCents: 4000 * orders,
  completed: orders,
})
const day = (date: string, orders: number) => ({ day: date, ...figures(orders) })
const range = {
  days: [day('2026-11-22', 3), day('2026-11-23', 1)],
  daysBefore: [day('2026-11-20', 2), day('2026-11-21', 4)],
}

test.each([
  ['the last day is over', '2026-11-24', { now: figures(4), before: figures(6) }],
  ['the last day is not over', '2026-11-23', { now: figures(3), before: figures(2) }],
  ['no day is over and there are no hours', '2026-11-22', undefined],
])('compares only days that are over: %s', (_, today, expected) => {
  expect(comparedFigures(range, { day: today, hour: '12' }, 'start')).toEqual(expected)
})

/** One order in every hour of the day, and two in every hour of the day before. */
function running(date: string, before: string) {
  return {
    days: [day(date, 24)],
    daysBefore: [day(before, 48)],
    hours: hourly(date, 1),
    hoursBefore: hourly(before, 2),
  }
}

function hourly(date: string, orders: number) {
  const { runs: _runs, completed: _completed, ...sameDay } = figures(orders)
  return hoursOf({ from: date, to: date }).map((hour) => ({ ...hour, ...figures(orders), sameDay }))
}

test('compares the running day with the same hours', () => {
  const totals = running('2026-11-22', '2026-11-21')
  const until = { day: '2026-11-22', hour: '09' }
  expect(comparedFigures(totals, until, 'start')).toEqual({ now: figures(9), before: figures(18) })
  expect(comparisonWords(totals, { from: '2026-11-21', to: '2026-11-21' }, until)).toBe(
    'Der 22.11.2026 läuft noch. Mehr und weniger: was von 0 bis 9 Uhr begonnen und bestellt wurde, im Vergleich mit denselben Stunden am 21.11.2026.',
  )
})

test.each([
  ['of the runs that started, orders that came later', 'start', { orders: 1, completed: 1 }],
  ['orders of runs that started on an earlier day, from the rate', 'order', { orders: 2, completed: 1 }],
] as const)('leaves out %s', (_, dayOf, expected) => {
  const until = { day: '2026-11-22', hour: '01' }
  const hour = {
    ...hourly('2026-11-22', 2)[0]!,
    sameDay: { orders: 1, revenueCents: 5000, netRevenueCents: 0 },
  }
  const totals = { ...running('2026-11-22', '2026-11-21'), hours: [hour] }
  expect(comparedFigures(totals, until, dayOf)?.now).toMatchObject({ runs: 4, ...expected })
})

test('compares nothing in the first hour of a day', () => {
  const totals = running('2026-11-22', '2026-11-21')
  expect(comparedFigures(totals, { day: '2026-11-22', hour: '00' }, 'start')).toBeUndefined()
})

test('compares the hours until the same time when clocks change', () => {
  // The 29th of March has no hour from 2 to 3.
  const totals = running('2026-03-29', '2026-03-28')
  const until = { day: '2026-03-29', hour: '04' }
  expect(comparedFigures(totals, until, 'start')).toEqual({ now: figures(3), before: figures(8) })
  const pairs = hourPairs(
    { ...totals, ...figures(24), before: { ...figures(48), conversionRate: 0.5 }, conversionRate: 0.5 },
    until,
  )
  expect(pairs.map(({ hour }) => hour).slice(0, 4)).toEqual(['00', '01', '03', '04'])
  expect(pairs.find(({ hour }) => hour === '03')).toMatchObject({
    isWhole: true,
    isFuture: false,
    now: figures(1),
    before: figures(2),
  })
  expect(pairs.find(({ hour }) => hour === '04')).toMatchObject({ isWhole: false, isFuture: false })
  expect(pairs.find(({ hour }) => hour === '05')).toMatchObject({ isWhole: false, isFuture: true })
})

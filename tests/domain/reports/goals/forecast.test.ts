import { describe, expect, test } from 'vitest'
import { daysOf } from '#domain/reports/day-range.ts'
import { forecastMonth } from '#domain/reports/goals/forecast.ts'
import type { TimedOrders } from '#domain/reports/goals/ripening.ts'
import { startOfDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'

const lastDay = '2026-06-30'

function ordersOn(range: { from: string; to: string }, perDay: number): TimedOrders[] {
  return daysOf(range).map((day) => ({
    orderedHour: startOfDay(day) / hourMs + 8,
    paidHour: startOfDay(day) / hourMs + 9,
    orders: perDay,
    revenueCents: 5000 * perDay,
    netOrders: perDay,
    netRevenueCents: 5000 * perDay,
  }))
}

const noonOf = (today: string) => ({ today, lastDay, at: startOfDay(today) + 12 * hourMs })

describe('a forecast', () => {
  test('needs four whole weeks since the first order', () => {
    // 1 June is a Monday. The fourth week before it begins on 4 May.
    const present = noonOf('2026-06-03')
    const history = (from: string) => forecastMonth(present, ordersOn({ from, to: '2026-06-03' }, 3))
    expect(history('2026-05-05').orders).toBe('few-weeks')
    expect(history('2026-05-04').orders).toMatchObject({ usualPerDay: 3 })
    expect(forecastMonth(present, [])).toEqual({ orders: 'few-weeks', netRevenueCents: 'few-weeks' })
  })

  test('needs 20 orders, and as many ripe ones for the net revenue', () => {
    const present = noonOf('2026-06-03')
    const rare = daysOf({ from: '2026-04-06', to: '2026-06-03' })
      .filter((_, index) => index % 4 === 0)
      .flatMap((day) => ordersOn({ from: day, to: day }, 1))
    expect(forecastMonth(present, rare)).toEqual({ orders: 'few-orders', netRevenueCents: 'few-orders' })
    // One a day in the last four weeks. Those of the first ten days are ripe.
    const recent = forecastMonth(present, ordersOn({ from: '2026-05-04', to: '2026-06-03' }, 1))
    expect(recent.orders).toMatchObject({ value: 30 })
    expect(recent.netRevenueCents).toBe('few-orders')
  })

  test('of constant days is their sum, and certain only when the month is over', () => {
    const orders = ordersOn({ from: '2026-03-01', to: '2026-06-10' }, 4)
    const { orders: counted, netRevenueCents: net } = forecastMonth(noonOf('2026-06-10'), orders)
    expect(counted).toMatchObject({ value: 120, usualPerDay: 4 })
    expect(net).toMatchObject({ value: 600_000, usualPerDay: 20_000 })
    if (typeof counted === 'string' || typeof net === 'string') throw new Error('no forecast')
    expect(counted.low).toBeLessThan(110)
    expect(counted.high).toBeGreaterThan(130)
    expect(counted.chanceOf(40)).toBe(1)
    expect(counted.chanceOf(400)).toBeLessThan(1e-6)
    expect(net.chanceOf(600_000)).toBeGreaterThan(0.4)
    const last = forecastMonth(
      { ...noonOf(lastDay), at: startOfDay('2026-07-01') - 1 },
      ordersOn({ from: '2026-03-01', to: lastDay }, 4),
    )
    expect(last.orders).toMatchObject({ value: 120, low: 120, high: 120 })
  })

  test('counts unpaid orders by the share that is still paid after so many hours', () => {
    const present = noonOf('2026-06-25')
    // Of the ripe orders, half are paid after ten hours, a quarter after 30, a quarter never.
    const ripe = daysOf({ from: '2026-03-30', to: '2026-06-24' }).flatMap((day) => {
      const orderedHour = startOfDay(day) / hourMs + 8
      const order = { orderedHour, orders: 1, revenueCents: 5000, netOrders: 1, netRevenueCents: 5000 }
      const unpaid = { ...order, paidHour: null, netOrders: 0, netRevenueCents: 0 }
      const paid = (hours: number) => ({ ...order, paidHour: orderedHour + hours })
      const isKnown = (hours: number) => (orderedHour + hours) * hourMs <= present.at
      return [paid(10), paid(10), isKnown(30) ? paid(30) : unpaid, unpaid]
    })
    const unpaid = { orders: 100, revenueCents: 500_000, netOrders: 0, netRevenueCents: 0, paidHour: null }
    const expectedWith = (more: TimedOrders[]) => {
      const { netRevenueCents: net } = forecastMonth(present, [...ripe, ...more])
      return typeof net === 'string' ? NaN : net.value
    }
    const now = Math.floor(present.at / hourMs)
    const base = expectedWith([])
    expect(expectedWith([{ ...unpaid, orderedHour: now - 2 }]) - base).toBe(375_000)
    expect(expectedWith([{ ...unpaid, orderedHour: now - 12 }]) - base).toBe(250_000)
    expect(expectedWith([{ ...unpaid, orderedHour: now - 48 }]) - base).toBe(0)
  })
})

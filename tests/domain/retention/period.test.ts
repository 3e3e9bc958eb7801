import { describe, expect, test } from 'vitest'
import { germanPeriodSince } from '#domain/retention/german-period.ts'
import { endOfPeriod, isOver, lastOver } from '#domain/retention/period.ts'
import { iso } from '#tests/build-events.ts'

const day = 24 * 3600 * 1000

describe('a period in years', () => {
  test.each([
    ['2026-11-20T10:00:00.000Z', 10, '2036-12-31T23:00:00.000Z'],
    // At this time, the new year has begun in Berlin, but not in UTC.
    ['2026-12-31T23:00:00.000Z', 10, '2037-12-31T23:00:00.000Z'],
    ['2026-12-31T22:59:59.999Z', 10, '2036-12-31T23:00:00.000Z'],
    ['2027-01-01T00:00:00.000Z', 8, '2035-12-31T23:00:00.000Z'],
  ])('from %s, for %d years, ends with the Berlin year at %s', (at, years, end) => {
    expect(iso(endOfPeriod(Date.parse(at), { years }))).toBe(end)
  })
})

test.each([
  [30 * day, '2026-11-20T10:00:00.000Z'],
  [{ years: 2 }, '2026-11-20T10:00:00.000Z'],
  // At this time, the new year has begun in Berlin, but not in UTC.
  [{ years: 0 }, '2026-12-31T23:00:00.000Z'],
])('a period of %j that is over at %s began at the last instant that is over, or before', (period, text) => {
  const now = Date.parse(text)
  const last = lastOver(period, now)
  expect([isOver(last, period, now), isOver(last + 1, period, now)]).toEqual([true, false])
})

test('a period in ms is over at its last instant', () => {
  expect([isOver(0, 10, 9), isOver(0, 10, 10)]).toEqual([false, true])
})

test.each([
  [30 * day, '30 Tage nach der Zahlung'],
  [2 * day, '2 Tage nach der Zahlung'],
  [day, '24 Stunden nach der Zahlung'],
  [3_600_000, '1 Stunde nach der Zahlung'],
  [36 * 3_600_000, '36 Stunden nach der Zahlung'],
  [90 * 60_000, '90 Minuten nach der Zahlung'],
  [60_000, '1 Minute nach der Zahlung'],
  [3650 * day, '3.650 Tage nach der Zahlung'],
  [{ years: 1 }, '1 Jahr nach Ende des Jahres der Zahlung'],
  [{ years: 10 }, '10 Jahre nach Ende des Jahres der Zahlung'],
])('formats %j as %s', (period, text) => {
  expect(germanPeriodSince(period, 'der Zahlung')).toBe(text)
})

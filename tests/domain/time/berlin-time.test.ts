import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ageOn, berlinDate, berlinDay, berlinHour, monthFrom, parseDay } from '#domain/time/berlin-time.ts'

const on = (text: string) => parseDay(text)!

describe('the day in Berlin', () => {
  test.each([
    ['2026-01-31T22:59:59.999Z', '2026-01-31'],
    ['2026-01-31T23:00:00.000Z', '2026-02-01'],
    ['2026-06-30T21:59:59.999Z', '2026-06-30'],
    ['2026-06-30T22:00:00.000Z', '2026-07-01'],
    ['2026-12-31T22:59:59.999Z', '2026-12-31'],
    ['2026-12-31T23:00:00.000Z', '2027-01-01'],
    ['2026-03-28T22:59:59.999Z', '2026-03-28'],
    ['2026-03-29T00:59:59.999Z', '2026-03-29'],
    ['2026-03-29T01:00:00.000Z', '2026-03-29'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29'],
    ['2026-03-29T22:00:00.000Z', '2026-03-30'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25'],
    ['2026-10-25T23:00:00.000Z', '2026-10-26'],
  ])('at %s is %s', (instant, day) => {
    expect(berlinDay(Date.parse(instant))).toBe(day)
    expect(berlinDate(Date.parse(instant))).toEqual(on(day))
  })

  test('exists and differs from the day in UTC by at most one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 7e12 }), (at) => {
        const day = berlinDay(at)
        expect(parseDay(day)).toBeDefined()
        const utc = new Date(at).toISOString().slice(0, 10)
        const next = new Date(at + 2 * 3600 * 1000).toISOString().slice(0, 10)
        expect([utc, next]).toContain(day)
      }),
    )
  })
})

describe('the hour', () => {
  // Clocks go from 2 to 3 o'clock on 2026-03-29, and from 3 to 2 o'clock on 2026-10-25.
  test.each([
    ['2026-01-31T22:59:59.999Z', 23],
    ['2026-01-31T23:00:00.000Z', 0],
    ['2026-03-29T00:59:59.999Z', 1],
    ['2026-03-29T01:00:00.000Z', 3],
    ['2026-07-01T10:30:00.000Z', 12],
    ['2026-10-25T00:00:00.000Z', 2],
    ['2026-10-25T01:00:00.000Z', 2],
    ['2026-10-25T02:00:00.000Z', 3],
  ])('at %s is %s', (instant, hour) => {
    expect(berlinHour(Date.parse(instant))).toBe(hour)
  })
})

test.each([
  ['2026-11-20', 0, '2026-11'],
  ['2026-11-20', 1, '2026-12'],
  ['2026-12-31', 1, '2027-01'],
  ['2026-01-31', 1, '2026-02'],
  ['2026-01-31', -1, '2025-12'],
  ['2026-01-31', -6, '2025-07'],
  ['2026-11-20', 14, '2028-01'],
  ['2026-11-20', -23, '2024-12'],
])('%s plus %i months is %s', (day, offset, month) => {
  expect(monthFrom(on(day), offset)).toBe(month)
})

describe('parsing a day', () => {
  test.each([
    ['2026-11-20', { year: 2026, month: 11, day: 20 }],
    ['2024-02-29', { year: 2024, month: 2, day: 29 }],
    ['2000-02-29', { year: 2000, month: 2, day: 29 }],
    ['0096-02-29', { year: 96, month: 2, day: 29 }],
    ['0000-02-29', { year: 0, month: 2, day: 29 }],
  ])('%s exists', (text, date) => {
    expect(parseDay(text)).toEqual(date)
  })

  test.each([
    '2026-02-29',
    '1900-02-29',
    '2026-04-31',
    '2026-00-10',
    '2026-13-10',
    '2026-01-00',
    '2026-01-32',
    '2026-1-1',
    '2026-11-20T10:00',
    ' 2026-11-20',
    '२०२६-११-२०',
    '',
  ])('%j does not', (text) => {
    expect(parseDay(text)).toBeUndefined()
  })
})

test.each([
  ['2026-11-20', '2008-11-20', 18],
  ['2026-11-19', '2008-11-20', 17],
  ['2026-02-28', '2008-02-29', 17],
  ['2026-03-01', '2008-02-29', 18],
  ['2028-02-28', '2008-02-29', 19],
  ['2028-02-29', '2008-02-29', 20],
  ['2026-11-20', '2026-11-20', 0],
  ['2026-11-20', '2026-11-21', -1],
])('on %s, a person born on %s is %i', (today, birth, age) => {
  expect(ageOn(on(today), on(birth))).toBe(age)
})

import { expect, test, vi } from 'vitest'
import { birthDateRule } from '#domain/forms/rules/birth-date.ts'
import { cachedPerDay } from '#domain/forms/rules/cached-per-day.ts'

test('creates the value once per day, even for different date objects', () => {
  const make = vi.fn(() => ({}))
  const made = cachedPerDay(make)
  const today = { year: 2026, month: 11, day: 20 }
  const first = made(today)
  expect(made({ ...today })).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
  for (const other of [{ day: 21 }, { month: 10 }, { year: 2027 }])
    expect(made({ ...today, ...other })).not.toBe(made(today))
})

test('creates a new rule at midnight, even if the caller mutates its date object', () => {
  const today = { year: 2026, month: 11, day: 20 }
  expect(birthDateRule(today).safeParse('2026-11-21').success).toBe(false)
  today.day = 21
  expect(birthDateRule(today).safeParse('2026-11-21').success).toBe(true)
})

import { expect, test, vi } from 'vitest'
import { birthDateRule } from '#domain/rules/birth-date.ts'
import { ofDay } from '#domain/rules/of-day.ts'

test('what depends on the day is made once a day, whatever object tells the day', () => {
  const make = vi.fn(() => ({}))
  const made = ofDay(make)
  const today = { year: 2026, month: 11, day: 20 }
  const first = made(today)
  expect(made({ ...today })).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
  for (const other of [{ day: 21 }, { month: 10 }, { year: 2027 }])
    expect(made({ ...today, ...other })).not.toBe(made(today))
})

test('a rule that is made at midnight goes by the new day, also when the caller moves its own date on', () => {
  const today = { year: 2026, month: 11, day: 20 }
  expect(birthDateRule(today).safeParse('2026-11-21').success).toBe(false)
  today.day = 21
  expect(birthDateRule(today).safeParse('2026-11-21').success).toBe(true)
})

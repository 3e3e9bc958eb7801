import { expect, test } from 'vitest'
import { afterWorkingDays, nextMorning } from '#domain/time/working-morning.ts'

test.each([
  ['Monday before eight', '2026-11-23T07:59:00+01:00', '2026-11-23T07:00:00.000Z'],
  ['Monday at eight', '2026-11-23T08:00:00+01:00', '2026-11-24T07:00:00.000Z'],
  ['Friday at noon', '2026-11-20T12:00:00+01:00', '2026-11-23T07:00:00.000Z'],
  ['the day before Christmas', '2026-12-24T12:00:00+01:00', '2026-12-28T07:00:00.000Z'],
  ['the Thursday before Easter', '2026-04-02T12:00:00+02:00', '2026-04-07T06:00:00.000Z'],
  ['Saturday', '2026-11-21T00:00:00+01:00', '2026-11-23T07:00:00.000Z'],
  ['the weekend on which summer time begins', '2026-03-28T12:00:00+01:00', '2026-03-30T06:00:00.000Z'],
  ['the weekend on which summer time ends', '2026-10-24T12:00:00+02:00', '2026-10-26T07:00:00.000Z'],
])('the morning after %s', (_, at, next) => {
  expect(new Date(nextMorning(Date.parse(at))).toISOString()).toBe(next)
})

test('working days are counted without weekends and nationwide holidays', () => {
  const wednesday = Date.parse('2026-12-23T15:00:00+01:00')
  expect(new Date(afterWorkingDays(wednesday, 1)).toISOString()).toBe('2026-12-24T14:00:00.000Z')
  expect(new Date(afterWorkingDays(wednesday, 3)).toISOString()).toBe('2026-12-29T14:00:00.000Z')
})

import { describe, expect, test } from 'vitest'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import { dueTime, lastWholeWeek, nextSendingTime, weekToSend } from '#domain/weekly-report/schedule.ts'

const at = (time: string) => Date.parse(time)
const hour = 3_600_000

describe('the report is due on Monday at 07:00 in Berlin', () => {
  test.each([
    ['in winter time', '2026-11-23', '2026-11-23T06:00:00Z'],
    ['in summer time', '2026-07-06', '2026-07-06T05:00:00Z'],
    ['on the day after clocks went back', '2026-10-26', '2026-10-26T06:00:00Z'],
    ['on the day after clocks went forward', '2027-03-29', '2027-03-29T05:00:00Z'],
  ])('%s', (_, monday, due) => {
    const dueAt = at(due)
    expect([berlinDay(dueAt), berlinHour(dueAt)]).toEqual([monday, 7])
    expect(weekToSend(dueAt - 1)).toBeUndefined()
    const week = weekToSend(dueAt)!
    expect(dueTime(week)).toBe(dueAt)
    expect([week.from, week.to]).toEqual([daysBefore(monday, 7), daysBefore(monday, 1)])
    expect(nextSendingTime(dueAt - 1)).toBe(dueAt)
    const next = nextSendingTime(dueAt)
    expect([berlinDay(next), berlinHour(next)]).toEqual([daysBefore(monday, -7), 7])
  })
})

test('is sent until the end of Tuesday, and never in the rest of the week', () => {
  const week = { from: '2026-11-16', to: '2026-11-22' }
  expect(weekToSend(at('2026-11-24T23:59:59.999+01:00'))).toEqual(week)
  for (let hours = 0; hours < 5 * 24 + 7; hours += 1)
    expect(weekToSend(at('2026-11-25T00:00:00+01:00') + hours * hour)).toBeUndefined()
  expect(weekToSend(at('2026-11-30T07:00:00+01:00'))).toEqual({ from: '2026-11-23', to: '2026-11-29' })
})

test.each([
  ['2026-11-23T00:00:00+01:00', '2026-11-16', '2026-11-22'],
  ['2026-11-22T23:59:59+01:00', '2026-11-09', '2026-11-15'],
  ['2027-01-04T12:00:00+01:00', '2026-12-28', '2027-01-03'],
])('the last whole week at %s', (time, from, to) => {
  expect(lastWholeWeek(at(time))).toEqual({ from, to })
})

function daysBefore(day: string, days: number): string {
  return new Date(Date.parse(day) - days * 24 * hour).toISOString().slice(0, 10)
}

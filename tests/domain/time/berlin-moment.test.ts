import { expect, test } from 'vitest'
import { formatMoment, parseMoment } from '#domain/time/berlin-moment.ts'

test.each([
  ['2026-11-15T09:00', '2026-11-15T08:00:00.000Z'],
  ['2026-07-15T00:30', '2026-07-14T22:30:00.000Z'],
  ['2026-10-25T01:59', '2026-10-24T23:59:00.000Z'],
  ['2026-10-25T02:30', '2026-10-25T00:30:00.000Z'],
  ['2026-10-25T03:00', '2026-10-25T02:00:00.000Z'],
  ['2026-03-29T01:59', '2026-03-29T00:59:00.000Z'],
  ['2026-03-29T03:00', '2026-03-29T01:00:00.000Z'],
])('%s in Berlin is %s', (text, instant) => {
  expect(new Date(parseMoment(text)!).toISOString()).toBe(instant)
  expect(formatMoment(parseMoment(text)!)).toBe(text)
})

test('a minute that spring skips is read as the one an hour later', () => {
  expect(formatMoment(parseMoment('2026-03-29T02:30')!)).toBe('2026-03-29T03:30')
})

test.each([
  '2026-11-31T09:00',
  '2026-11-15',
  '2026-11-15T24:00',
  '2026-11-15T09:00Z',
  '15.11.2026 09:00',
  '',
])('does not read %j', (text) => {
  expect(parseMoment(text)).toBeUndefined()
})

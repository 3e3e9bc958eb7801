import { expect, test } from 'vitest'
import { effectiveDay } from '#domain/forms/effective-day.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'

test('returns the first day of the month for a registration', () => {
  expect(effectiveDay(zusaetzlich, { anmeldedatum: '2026-12' })).toBe('2026-12-01')
})

test.each([
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
  ['2027-02', '2027-02-28'],
  ['2028-02', '2028-02-29'],
])('returns the last day of %s for a deregistration', (abmeldedatum, day) => {
  expect(effectiveDay(abmeldung, { abmeldedatum })).toBe(day)
})

test.each([undefined, '', '12.2026', '2026-13', '2026-1', true, ['2026-12']])(
  'returns undefined for %j',
  (abmeldedatum) => {
    expect(effectiveDay(abmeldung, abmeldedatum === undefined ? {} : { abmeldedatum })).toBeUndefined()
  },
)

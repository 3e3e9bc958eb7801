import { expect, test } from 'vitest'
import { effectiveDay } from '#domain/effective-day.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { zusaetzlich } from '#domain/funnels/zusaetzlich.ts'

test('a dwelling is registered from the first of a month on', () => {
  expect(effectiveDay(zusaetzlich, { anmeldedatum: '2026-12' })).toBe('2026-12-01')
})

test.each([
  ['2026-11', '2026-11-30'],
  ['2026-12', '2026-12-31'],
  ['2027-02', '2027-02-28'],
  ['2028-02', '2028-02-29'],
])('an account is closed at the end of %s', (abmeldedatum, day) => {
  expect(effectiveDay(abmeldung, { abmeldedatum })).toBe(day)
})

test.each([undefined, '', '12.2026', '2026-13', '2026-1', true, ['2026-12']])(
  '%j is no month',
  (abmeldedatum) => {
    expect(effectiveDay(abmeldung, abmeldedatum === undefined ? {} : { abmeldedatum })).toBeUndefined()
  },
)

import { expect, test } from 'vitest'
import { currentMonth, monthFields, nextMonth } from '#domain/fields/month.ts'
import { optional } from '#domain/fields/optional.ts'

const [month, box] = monthFields({
  name: 'abmeldedatum',
  label: 'Abmeldung zu',
  subject: 'Abmeldedatum',
  monthsAhead: 3,
  nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt abmelden',
  nextPossible: currentMonth,
})

test('a month brings its checkbox, which is a fact, while the month stays personal', () => {
  expect(month).toMatchObject({ name: 'abmeldedatum', missing: 'Abmeldedatum ist erforderlich' })
  expect(month!.fact).toBeUndefined()
  expect(box).toMatchObject({ name: 'naechstmoeglich', kind: 'checkbox', fact: true })
  expect(month!.nextPossible).toMatchObject({ field: 'naechstmoeglich', label: box!.label })
})

test('the next possible month is the next one for a registration, the current one for a deregistration', () => {
  const today = { year: 2026, month: 12, day: 31 }
  expect(nextMonth(today)).toBe('2027-01')
  expect(currentMonth(today)).toBe('2026-12')
})

test('an optional field is the same without its message for a missing value', () => {
  const { missing: _, ...rest } = month!
  expect(optional(month!)).toStrictEqual(rest)
})

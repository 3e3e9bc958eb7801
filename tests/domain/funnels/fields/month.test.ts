import { expect, test } from 'vitest'
import { currentMonth, monthFields, nextMonth } from '#domain/funnels/fields/month.ts'

const [month, box] = monthFields({
  name: 'abmeldedatum',
  label: 'Abmeldung zu',
  subject: 'Abmeldedatum',
  monthsAhead: 3,
  nextPossibleLabel: 'Zum nächstmöglichen Zeitpunkt abmelden',
  nextPossible: currentMonth,
})

test('returns a month, which is personal, and its checkbox, which is a fact', () => {
  expect(month).toMatchObject({ name: 'abmeldedatum', missing: 'Abmeldedatum ist erforderlich' })
  expect(month).not.toHaveProperty('fact')
  expect(box).toMatchObject({ name: 'naechstmoeglich', kind: 'checkbox', fact: true })
  expect(month.nextPossible).toMatchObject({ field: 'naechstmoeglich', label: box.label })
})

test('the next possible month is the next for a registration and the current for a deregistration', () => {
  const today = { year: 2026, month: 12, day: 31 }
  expect(nextMonth(today)).toBe('2027-01')
  expect(currentMonth(today)).toBe('2026-12')
})

import { describe, expect, test } from 'vitest'
import { berlinDate, parseDay } from '#domain/time/berlin-time.ts'
import { monthRule } from '#domain/forms/rules/month.ts'
import { refused, tryRule } from './try-rule.ts'

const at = (instant: string) => berlinDate(Date.parse(instant))
const registration = monthRule('Anmeldedatum', 6)
const deregistration = monthRule('Abmeldedatum', 3)

const tooFarBack = refused('tooEarly', 'Datum kann maximal 6 Monate in der Vergangenheit liegen')
const sixAhead = refused('tooLate', 'Anmeldedatum kann maximal 6 Monate in die Zukunft liegen')
const threeAhead = refused('tooLate', 'Abmeldedatum kann maximal 3 Monate in die Zukunft liegen')
const invalid = refused('format', 'Bitte geben Sie ein gültiges Datum im Format MM.JJJJ ein')
const noMonth = refused('format', 'Monat muss zwischen 01 und 12 liegen')

/**
 * Instants around midnight in Berlin, each followed by three months: the first accepted month, the last accepted month
 * if `monthsAhead` is 3, and the last accepted month if it is 6.
 */
const turns = [
  ['last minute of January, winter', '2026-01-31T22:59:59.999Z', '2025-07', '2026-04', '2026-07'],
  ['first minute of February, winter', '2026-01-31T23:00:00.000Z', '2025-08', '2026-05', '2026-08'],
  ['last minute of June, summer', '2026-06-30T21:59:59.999Z', '2025-12', '2026-09', '2026-12'],
  ['first minute of July, summer', '2026-06-30T22:00:00.000Z', '2026-01', '2026-10', '2027-01'],
  [
    'last minute of a month that began in winter',
    '2026-03-31T21:59:59.999Z',
    '2025-09',
    '2026-06',
    '2026-09',
  ],
  ['last minute of the day the clocks go back', '2027-10-31T22:59:59.999Z', '2027-04', '2028-01', '2028-04'],
  ['first minute after that day', '2027-10-31T23:00:00.000Z', '2027-05', '2028-02', '2028-05'],
  ['last minute of a year', '2026-12-31T22:59:59.999Z', '2026-06', '2027-03', '2027-06'],
  ['first minute of a year', '2026-12-31T23:00:00.000Z', '2026-07', '2027-04', '2027-07'],
  ['last minute of a leap February', '2028-02-29T22:59:59.999Z', '2027-08', '2028-05', '2028-08'],
] as const

const after = (month: string, offset: number) => {
  const [year, number] = month.split('-').map(Number) as [number, number]
  return new Date(Date.UTC(year, number - 1 + offset)).toISOString().slice(0, 7)
}

describe.each(turns)('in the %s', (_, instant, first, lastOfThree, lastOfSix) => {
  const today = at(instant)

  test('a registration is accepted from 6 months back to 6 months ahead', () => {
    expect(tryRule(registration(today), first)).toEqual({ value: first })
    expect(tryRule(registration(today), lastOfSix)).toEqual({ value: lastOfSix })
    expect(tryRule(registration(today), after(first, -1))).toEqual(tooFarBack)
    expect(tryRule(registration(today), after(lastOfSix, 1))).toEqual(sixAhead)
  })

  test('a deregistration is accepted from 6 months back to 3 months ahead', () => {
    expect(tryRule(deregistration(today), first)).toEqual({ value: first })
    expect(tryRule(deregistration(today), lastOfThree)).toEqual({ value: lastOfThree })
    expect(tryRule(deregistration(today), after(first, -1))).toEqual(tooFarBack)
    expect(tryRule(deregistration(today), after(lastOfThree, 1))).toEqual(threeAhead)
  })
})

describe('the allowed years', () => {
  test.each([
    ['2026-11-20', '2023-12', 'tooEarly', 'Jahr muss zwischen 2024 und 2030 liegen'],
    ['2026-11-20', '2031-01', 'tooLate', 'Jahr muss zwischen 2024 und 2030 liegen'],
    ['2024-03-01', '2023-12', 'tooEarly', 'Jahr muss zwischen 2024 und 2030 liegen'],
    ['2030-12-31', '2032-01', 'tooLate', 'Jahr muss zwischen 2024 und 2031 liegen'],
    ['2035-06-01', '2037-01', 'tooLate', 'Jahr muss zwischen 2024 und 2036 liegen'],
  ] as const)('on %s: %s', (day, month, rule, message) => {
    expect(tryRule(registration(parseDay(day)!), month)).toEqual(refused(rule, message))
  })

  test('do not shorten the window at the end of 2030', () => {
    expect(tryRule(registration(parseDay('2030-12-31')!), '2031-06')).toEqual({ value: '2031-06' })
  })
})

describe('an invalid month', () => {
  test.each([
    ['2026-00', noMonth],
    ['2026-13', noMonth],
    ['11.2026', invalid],
    ['2026-1', invalid],
    ['26-11', invalid],
    ['2026-11-20', invalid],
    ['abc', invalid],
  ])('%s is refused', (text, refusal) => {
    expect(tryRule(registration(parseDay('2026-11-20')!), text)).toEqual(refusal)
  })
})

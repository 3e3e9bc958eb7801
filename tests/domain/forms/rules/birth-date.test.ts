import { describe, expect, test } from 'vitest'
import { parseDay } from '#domain/time/berlin-time.ts'
import { adultBirthDateRule, birthDateRule } from '#domain/forms/rules/birth-date.ts'
import { refused, tryRule } from './try-rule.ts'

const on = (text: string) => parseDay(text)!
const today = on('2026-11-20')

const tooYoung = refused('tooYoung', 'Sie müssen mindestens 18 Jahre alt sein')
const invalid = refused('format', 'Bitte geben Sie ein gültiges Geburtsdatum im Format TT.MM.JJJJ ein')
const beforeStart = refused('tooEarly', 'Geburtsjahr kann nicht vor 1900 liegen')
const laterYear = refused('tooLate', 'Geburtsjahr kann nicht in der Zukunft liegen')
const laterDay = refused('tooLate', 'Geburtsdatum kann nicht in der Zukunft liegen')

describe('the birth date of an adult', () => {
  test.each([
    ['18 today', '2008-11-20', '2026-11-20'],
    ['the first day allowed', '1900-01-01', '2026-11-20'],
    ['a leap day in a leap year', '2008-02-29', '2028-02-29'],
    ['a leap-day birthday at 18, on 1 March', '2008-02-29', '2026-03-01'],
    ['18 on the last day of a year', '2008-12-31', '2026-12-31'],
  ])('%s passes', (_, birth, day) => {
    expect(tryRule(adultBirthDateRule(on(day)), birth)).toEqual({ value: birth })
  })

  test.each([
    ['18 tomorrow', '2008-11-21', '2026-11-20', tooYoung],
    ['a leap-day birthday at 18, on 28 February', '2008-02-29', '2026-02-28', tooYoung],
    ['born today', '2026-11-20', '2026-11-20', tooYoung],
    ['born tomorrow', '2026-11-21', '2026-11-20', laterDay],
    ['born next year', '2027-01-01', '2026-11-20', laterYear],
    ['born in the previous century', '1899-12-31', '2026-11-20', beforeStart],
    ['born in the year 95', '0095-05-17', '2026-11-20', beforeStart],
  ])('%s is refused', (_, birth, day, refusal) => {
    expect(tryRule(adultBirthDateRule(on(day)), birth)).toEqual(refusal)
  })
})

describe('a birth date of any age', () => {
  test.each(['2026-11-20', '2020-02-29', '1900-01-01'])('%s passes', (birth) => {
    expect(tryRule(birthDateRule(today), birth)).toEqual({ value: birth })
  })

  test.each([
    ['2026-11-21', laterDay],
    ['2027-01-01', laterYear],
    ['1899-12-31', beforeStart],
  ])('%s is refused', (birth, refusal) => {
    expect(tryRule(birthDateRule(today), birth)).toEqual(refusal)
  })
})

describe.each([
  ['adult', adultBirthDateRule(today)],
  ['any age', birthDateRule(today)],
])('an invalid date (%s)', (_, rule) => {
  test.each(['1990-02-30', '1900-02-29', '1990-13-01', '1990-00-10', '1990-05-00', '17.05.1990', 'abc'])(
    '%s is refused',
    (text) => {
      expect(tryRule(rule, text)).toEqual(invalid)
    },
  )

  test.each([
    ['-05-17', 'Jahr muss genau 4 Ziffern haben (z.B. 1990)'],
    ['90-05-17', 'Jahr muss genau 4 Ziffern haben (aktuell: 2 Ziffern)'],
    ['19900-05-17', 'Jahr muss genau 4 Ziffern haben (aktuell: 5 Ziffern)'],
  ])('names the mistake in the year of %s', (text, message) => {
    expect(tryRule(rule, text)).toEqual(refused('format', message))
  })
})

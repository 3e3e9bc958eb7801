import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  completeMonth,
  digitsOf,
  dateHint,
  joinDate,
  monthHint,
  readDate,
  showMonth,
  splitDate,
  storeMonth,
  typeMonth,
} from '#web/features/funnel/fields/date-text.ts'
import { groupIban } from '#domain/forms/kinds/iban.ts'
import { storeIban } from '#web/features/funnel/fields/grouped/iban-text.ts'
import { splitStreet, withoutNumber } from '#web/features/funnel/fields/address/street-text.ts'
import { sha256Hex } from '#web/features/funnel/run/sha-256.ts'

test.each([
  [{ day: '7', month: '5', year: '1990' }, '1990-05-07'],
  [{ day: '', month: '', year: '' }, ''],
  [{ day: '17', month: '5', year: '19' }, '19-05-17'],
  [{ day: '', month: '5', year: '1990' }, '1990-05-'],
])('the date parts %j are joined to %s', (parts, text) => {
  expect(joinDate(parts)).toBe(text)
  if (text) expect(joinDate(splitDate(text))).toBe(text)
})

test('a date accepts only digits and reports missing ones', () => {
  expect(digitsOf('1a9.90x7', 4)).toBe('1990')
  expect(dateHint({ day: '1', month: '1', year: '199' }, 2026)).toBe(
    'Beim Jahr fehlt noch eine Ziffer (z.B. 1990).',
  )
  expect(dateHint({ day: '1', month: '1', year: '1' }, 2026)).toMatch('fehlen noch 3 Ziffern')
  expect(dateHint({ day: '32', month: '', year: '' }, 2026)).toMatch('zwischen 1 und 31')
  expect(dateHint({ day: '31', month: '13', year: '' }, 2026)).toMatch('zwischen 1 und 12')
  expect(dateHint({ day: '31', month: '12', year: '1990' }, 2026)).toBeUndefined()
  expect(dateHint({ day: '', month: '', year: '1899' }, 2026)).toBe('Jahr kann nicht vor 1900 liegen')
  expect(dateHint({ day: '', month: '', year: '2027' }, 2026)).toBe('Jahr kann nicht nach 2026 liegen')
})

test.each([
  ['17.05.1990', '17', '05', '1990'],
  [' 17.5.1990 ', '17', '5', '1990'],
  ['17/5/1990', '17', '5', '1990'],
  ['17-05-1990', '17', '05', '1990'],
  ['17 05 1990', '17', '05', '1990'],
  ['17. 05. 1990', '17', '05', '1990'],
  ['17. Mai 1990', '17', '5', '1990'],
  ['1. März 1990', '1', '3', '1990'],
  ['3. Dez. 1990', '3', '12', '1990'],
  ['geb. 17.05.1990', '17', '05', '1990'],
  ['17.5.90', '17', '5', '90'],
  ['1990-05-17', '17', '05', '1990'],
  ['1990-05-17T00:00:00Z', '17', '05', '1990'],
  ['1990/5/7', '7', '5', '1990'],
  ['17051990', '17', '05', '1990'],
  ['19900517', '17', '05', '1990'],
])('the date „%s“ is read from one text', (text, day, month, year) => {
  expect(readDate(text)).toEqual({ day, month, year })
})

test.each([
  '',
  '17',
  '17.',
  '17.05',
  '1990',
  '05.1990',
  '1.1',
  '123456789',
  'Mai 1990',
  '17. Quintember 1990',
])('„%s“ is not a whole date', (text) => expect(readDate(text)).toBeUndefined())

test.each([
  ['1', '1'],
  ['12', '12'],
  ['122', '12.2'],
  ['12.', '12.'],
  ['122026', '12.2026'],
  ['12/2026', '12.2026'],
  ['1.2027', '01.2027'],
  ['3 2027', '03.2027'],
  ['12.20267', '12.2026'],
  ['012027', '01.2027'],
  ['1/2027', '01.2027'],
  ['2027-01', '01.2027'],
  ['2027/12', '12.2027'],
  ['2027-5', '05.2027'],
  ['2027-1', '2027-1'],
  ['2027-', '2027'],
  ['202', '202'],
  ['13.2026', '13.2026'],
  ['20.2026', '20.2026'],
  ['Januar 2027', '01.2027'],
  ['Dez. 2026', '12.2026'],
  ['01.12.2026', '12.2026'],
  ['2026-12-01', '12.2026'],
  ['ab', ''],
])('typing a month %s shows %s', (typed, shown) => expect(typeMonth(typed)).toBe(shown))

test('a complete month is stored as YYYY-MM and displayed as MM.JJJJ', () => {
  expect(storeMonth('12.2026')).toBe('2026-12')
  expect(storeMonth('12.20')).toBe('12.20')
  expect(showMonth('2026-12')).toBe('12.2026')
  expect(showMonth('12.20')).toBe('12.20')
  expect(completeMonth('2027-1')).toBe('2027-01')
  expect(completeMonth('2027')).toBe('2027')
  expect(completeMonth('12.2026')).toBe('12.2026')
  expect(monthHint('12.20')).toMatch('fehlen noch 2 Ziffern')
  expect(monthHint('12.2026')).toBeUndefined()
})

describe('an IBAN', () => {
  test('is stored without spaces and displayed in groups of four', () => {
    expect(storeIban(' de89 3704-0044')).toBe('DE8937040044')
    expect(storeIban('DE'.repeat(40))).toHaveLength(34)
    expect(groupIban('DE89370400')).toBe('DE89 3704 00')
  })
})

test.each([
  ['Torstraße 12a', 'Torstraße', '12a'],
  ['Torstr. 12 a ', 'Torstr.', '12 a'],
  ['Straße des 17. Juni 135', 'Straße des 17. Juni', '135'],
  ['1. Querstraße 5', '1. Querstraße', '5'],
  ['Q7, 12', 'Q7', '12'],
  ['Q 7 12-14', 'Q 7', '12-14'],
  ['Straße 106 5', 'Straße 106', '5'],
  ['Hauptstraße Nr. 7', 'Hauptstraße', '7'],
  ['Am Markt 1 - 3b', 'Am Markt', '1 - 3b'],
  ['Torstr. 3 1/2', 'Torstr.', '3 1/2'],
])('the house number at the end of „%s“ is split off', (typed, street, number) => {
  expect(splitStreet(typed)).toEqual({ street, number })
})

test.each([
  'Straße des 17. Juni',
  '1. Querstraße',
  'Q7',
  'Q 7',
  'Straße 106',
  'Platz 5',
  'Haupt7straße',
  'Allee 12 links',
  '12',
  'Torstraße 12345678901',
  '',
])('„%s“ has no house number at its end', (typed) => expect(splitStreet(typed)).toBeUndefined())

test('a house number that is already entered is removed from the street, any other text is kept', () => {
  expect(withoutNumber('Hauptstraße 12a', '12A')).toBe('Hauptstraße')
  expect(withoutNumber('Hauptstraße 12 a', '12a')).toBe('Hauptstraße')
  expect(withoutNumber('Hauptstraße 12', '13')).toBe('Hauptstraße 12')
  expect(withoutNumber('Straße des 17. Juni', '135')).toBe('Straße des 17. Juni')
  expect(withoutNumber('Straße 106', '106')).toBe('Straße 106')
  expect(withoutNumber('Hauptstraße12', '12')).toBe('Hauptstraße12')
})

test.each(['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'äöü€'.repeat(99)])(
  'SHA-256 of %j',
  (text) => expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex')),
)

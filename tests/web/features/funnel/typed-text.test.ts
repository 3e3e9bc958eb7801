import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import {
  digitsOf,
  dateHint,
  joinDate,
  monthHint,
  showMonth,
  splitDate,
  storeMonth,
  typeMonth,
} from '#web/features/funnel/fields/date-text.ts'
import { groupIban } from '#domain/forms/kinds/iban.ts'
import { storeIban } from '#web/features/funnel/fields/grouped/iban-text.ts'
import { withoutDigits, withoutNumber } from '#web/features/funnel/fields/address/street-text.ts'
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
  ['1', '1'],
  ['12', '12'],
  ['122', '12.2'],
  ['12.', '12.'],
  ['122026', '12.2026'],
  ['12/2026', '12.2026'],
  ['1.2027', '01.2027'],
  ['3 2027', '03.2027'],
  ['12.20267', '12.2026'],
  ['ab', ''],
])('typing a month %s shows %s', (typed, shown) => expect(typeMonth(typed)).toBe(shown))

test('a complete month is stored as YYYY-MM and displayed as MM.JJJJ', () => {
  expect(storeMonth('12.2026')).toBe('2026-12')
  expect(storeMonth('12.20')).toBe('12.20')
  expect(showMonth('2026-12')).toBe('12.2026')
  expect(showMonth('12.20')).toBe('12.20')
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

test('digits or the house number are removed from the street', () => {
  expect(withoutDigits('Haupt7straße')).toBe('Hauptstraße')
  expect(withoutDigits('Allee 12 links')).toBe('Allee links')
  expect(withoutNumber('Hauptstraße 12a', '12A')).toBe('Hauptstraße')
  expect(withoutNumber('Straße des 17. Juni', '135')).toBe('Straße des 17. Juni')
  expect(withoutNumber('Hauptstraße12', '12')).toBe('Hauptstraße12')
})

test.each(['', 'abc', 'x'.repeat(55), 'x'.repeat(56), 'x'.repeat(64), 'äöü€'.repeat(99)])(
  'SHA-256 of %j',
  (text) => expect(sha256Hex(text)).toBe(createHash('sha256').update(text).digest('hex')),
)

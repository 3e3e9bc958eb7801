import { describe, expect, test } from 'vitest'
import { addressAbroadRule, addressRule } from '#domain/forms/rules/address.ts'
import { refused, tryRule } from './try-rule.ts'

const full = { strasse: 'Hauptstraße', hausnummer: '12a', plz: '10115', ort: 'Berlin', land: 'Deutschland' }
const fehlt = (parts: string) => `Bitte vervollständigen Sie die Adresse: ${parts} fehlt`
const incomplete = (part: string, parts: string) => ({ rule: 'incomplete', message: fehlt(parts), part })

describe('an address', () => {
  test('is accepted unchanged', () => {
    expect(tryRule(addressRule, full)).toEqual({ value: full })
  })

  test('is in Deutschland by default', () => {
    const { land: _, ...rest } = full
    expect(tryRule(addressRule, rest)).toEqual({ value: full })
  })

  test.each([
    [{ strasse: '' }, 'strasse', 'Straße'],
    [{ strasse: '   ' }, 'strasse', 'Straße'],
    [{ plz: '1011' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ plz: '101155' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ plz: '1011a' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ ort: 'B' }, 'ort', 'Ort (mind. 2 Zeichen)'],
    [{ hausnummer: '' }, 'hausnummer', 'Hausnummer'],
    [{ hausnummer: 'abc' }, 'hausnummer', 'Hausnummer'],
    [{ hausnummer: '12345678901' }, 'hausnummer', 'Hausnummer'],
  ])('with %j names only that part', (over, part, name) => {
    expect(tryRule(addressRule, { ...full, ...over })).toEqual(refused('incomplete', fehlt(name), part))
  })

  test.each(['1', '12 a', '7-9', '1234567890', '3½b2'])('accepts house number %s', (hausnummer) => {
    expect(tryRule(addressRule, { ...full, hausnummer })).toEqual({ value: { ...full, hausnummer } })
  })

  test('without values names every part in the message and returns one issue per part in display order', () => {
    const all = 'Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer'
    expect(tryRule(addressRule, {})).toEqual({
      refused: ['strasse', 'hausnummer', 'plz', 'ort'].map((part) => incomplete(part, all)),
    })
  })

  test('lists only the parts that are missing', () => {
    expect(tryRule(addressRule, { ...full, ort: '', hausnummer: '' })).toEqual({
      refused: ['hausnummer', 'ort'].map((part) => incomplete(part, 'Ort (mind. 2 Zeichen), Hausnummer')),
    })
  })

  test('in another country is refused', () => {
    expect(tryRule(addressRule, { ...full, land: 'Frankreich' })).toEqual(
      refused('format', 'Bitte geben Sie eine Adresse in Deutschland ein', 'land'),
    )
  })

  test.each([
    ['strasse', 'Straße'],
    ['ort', 'Ort'],
  ])('with a very long %s is refused', (part, name) => {
    expect(tryRule(addressRule, { ...full, [part]: 'x'.repeat(100) })).toHaveProperty('value')
    expect(tryRule(addressRule, { ...full, [part]: 'x'.repeat(101) })).toEqual(
      refused('tooLong', `${name} darf höchstens 100 Zeichen haben`, part),
    )
  })

  test.each([['Hauptstraße 12'], [7], [true], [[full]]])('given as %j is refused', (value) => {
    expect(tryRule(addressRule, value)).toEqual({
      refused: [{ rule: undefined, message: 'Bitte geben Sie eine vollständige Adresse ein' }],
    })
  })

  test('with a part that is not text is refused at that part', () => {
    expect(tryRule(addressRule, { ...full, plz: 10115 })).toEqual({
      refused: [{ rule: undefined, message: 'Bitte geben Sie eine vollständige Adresse ein', part: 'plz' }],
    })
  })

  test.each(['stock', 'constructor', '__proto__'])('with the unknown part %s is refused', (key) => {
    const value: unknown = JSON.parse(`${JSON.stringify(full).slice(0, -1)}, "${key}": {"ort": "x"}}`)
    const message = `Bitte geben Sie eine vollständige Adresse ein: "${key}" gehört nicht dazu, nur strasse, hausnummer, plz, ort, land`
    expect(tryRule(addressRule, value)).toEqual({ refused: [{ rule: undefined, message }] })
  })
})

describe('an address in any country', () => {
  const luxembourg = { ...full, plz: 'L-2345', ort: 'Luxemburg', land: 'Luxemburg' }

  test.each([
    ['with a postal code of another format', luxembourg],
    ['in a country without postal codes', { ...luxembourg, plz: '', land: 'Vereinigte Arabische Emirate' }],
    ['with special characters in the country', { ...luxembourg, land: 'Côte d’Ivoire (Elfenbeinküste)' }],
    ['in Germany', full],
  ])('%s passes', (_, value) => {
    expect(tryRule(addressAbroadRule, value)).toEqual({ value })
  })

  test.each([
    ['a German one with another postal code', { ...full, plz: 'L-2345' }, 'incomplete', 'plz'],
    ['one without a country is German', { ...luxembourg, land: '' }, 'incomplete', 'plz'],
    ['a long postal code', { ...luxembourg, plz: '1'.repeat(13) }, 'tooLong', 'plz'],
    ['a country with digits', { ...luxembourg, land: '352' }, 'format', 'land'],
    ['a country of one letter', { ...luxembourg, land: 'L' }, 'format', 'land'],
    ['a very long country', { ...luxembourg, land: 'L'.repeat(61) }, 'format', 'land'],
    ['no house number', { ...luxembourg, hausnummer: '' }, 'incomplete', 'hausnummer'],
  ] as const)('%s is refused', (_, value, rule, part) => {
    expect(tryRule(addressAbroadRule, value)).toMatchObject({ refused: [{ rule, part }] })
  })
})

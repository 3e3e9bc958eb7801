import { describe, expect, test } from 'vitest'
import { addressRule } from '#domain/forms/rules/address.ts'
import { refused, tryRule } from './try-rule.ts'

const full = { strasse: 'Hauptstraße', hausnummer: '12a', plz: '10115', ort: 'Berlin', land: 'Deutschland' }
const fehlt = (parts: string) => `Bitte vervollständigen Sie die Adresse: ${parts} fehlt`
const incomplete = (part: string, parts: string) => ({ rule: 'incomplete', message: fehlt(parts), part })

describe('an address', () => {
  test('is accepted unchanged', () => {
    expect(tryRule(addressRule(), full)).toEqual({ value: full })
  })

  test('is in Deutschland by default', () => {
    const { land: _, ...rest } = full
    expect(tryRule(addressRule(), rest)).toEqual({ value: full })
  })

  test.each([
    [{ strasse: '' }, 'strasse', 'Straße'],
    [{ strasse: '   ' }, 'strasse', 'Straße'],
    [{ plz: '1011' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ plz: '101155' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ plz: '1011a' }, 'plz', 'PLZ (5 Ziffern)'],
    [{ ort: 'B' }, 'ort', 'Ort (mind. 2 Zeichen)'],
    [{ hausnummer: '' }, 'hausnummer', 'Hausnummer'],
  ])('with %j names only that part', (over, part, name) => {
    expect(tryRule(addressRule(), { ...full, ...over })).toEqual(refused('incomplete', fehlt(name), part))
  })

  test.each([
    ['abc', 'format', 'Hausnummer muss eine Ziffer enthalten, zum Beispiel 12a'],
    ['12345678901', 'tooLong', 'Hausnummer darf höchstens 10 Zeichen haben'],
    ['a'.repeat(11), 'tooLong', 'Hausnummer darf höchstens 10 Zeichen haben'],
  ] as const)(
    'with the house number %s is refused with the reason, not as incomplete',
    (hausnummer, rule, message) => {
      expect(tryRule(addressRule(), { ...full, hausnummer })).toEqual(refused(rule, message, 'hausnummer'))
    },
  )

  test('with a wrong house number and without a city has an issue for each, in display order', () => {
    expect(tryRule(addressRule(), { ...full, hausnummer: 'abc', ort: '' })).toEqual({
      refused: [
        {
          rule: 'format',
          message: 'Hausnummer muss eine Ziffer enthalten, zum Beispiel 12a',
          part: 'hausnummer',
        },
        incomplete('ort', 'Ort (mind. 2 Zeichen)'),
      ],
    })
  })

  test.each(['1', '12 a', '7-9', '1234567890', '3½b2'])('accepts house number %s', (hausnummer) => {
    expect(tryRule(addressRule(), { ...full, hausnummer })).toEqual({ value: { ...full, hausnummer } })
  })

  test('without values names every part in the message and returns one issue per part in display order', () => {
    const all = 'Straße, PLZ (5 Ziffern), Ort (mind. 2 Zeichen), Hausnummer'
    expect(tryRule(addressRule(), {})).toEqual({
      refused: ['strasse', 'hausnummer', 'plz', 'ort'].map((part) => incomplete(part, all)),
    })
  })

  test('lists only the parts that are missing', () => {
    expect(tryRule(addressRule(), { ...full, ort: '', hausnummer: '' })).toEqual({
      refused: ['hausnummer', 'ort'].map((part) => incomplete(part, 'Ort (mind. 2 Zeichen), Hausnummer')),
    })
  })

  test('in another country is refused', () => {
    expect(tryRule(addressRule(), { ...full, land: 'Frankreich' })).toEqual(
      refused('format', 'Bitte geben Sie eine Adresse in Deutschland ein', 'land'),
    )
  })

  test.each([
    ['strasse', 'Straße'],
    ['ort', 'Ort'],
  ])('with a very long %s is refused', (part, name) => {
    expect(tryRule(addressRule(), { ...full, [part]: 'x'.repeat(100) })).toHaveProperty('value')
    expect(tryRule(addressRule(), { ...full, [part]: 'x'.repeat(101) })).toEqual(
      refused('tooLong', `${name} darf höchstens 100 Zeichen haben`, part),
    )
  })

  test.each([['Hauptstraße 12'], [7], [true], [[full]]])('given as %j is refused', (value) => {
    expect(tryRule(addressRule(), value)).toEqual({
      refused: [{ rule: undefined, message: 'Bitte geben Sie eine vollständige Adresse ein' }],
    })
  })

  test('with a part that is not text is refused at that part', () => {
    expect(tryRule(addressRule(), { ...full, plz: 10115 })).toEqual({
      refused: [{ rule: undefined, message: 'Bitte geben Sie eine vollständige Adresse ein', part: 'plz' }],
    })
  })

  test.each(['stock', 'constructor', '__proto__'])('with the unknown part %s is refused', (key) => {
    const value: unknown = JSON.parse(`${JSON.stringify(full).slice(0, -1)}, "${key}": {"ort": "x"}}`)
    const message = `Bitte geben Sie eine vollständige Adresse ein: "${key}" gehört nicht dazu, nur strasse, hausnummer, plz, ort, land`
    expect(tryRule(addressRule(), value)).toEqual({ refused: [{ rule: undefined, message }] })
  })
})

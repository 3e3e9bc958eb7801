import { describe, expect, test } from 'vitest'
import { addressAbroadRule } from '#domain/forms/rules/address-abroad.ts'
import { tryRule } from './try-rule.ts'

const full = { strasse: 'Hauptstraße', hausnummer: '12a', plz: '10115', ort: 'Berlin', land: 'Deutschland' }
const incomplete = (part: string, parts: string) => ({
  rule: 'incomplete',
  message: `Bitte vervollständigen Sie die Adresse: ${parts} fehlt`,
  part,
})

describe('an address in any country', () => {
  const luxembourg = { ...full, plz: 'L-2345', ort: 'Luxemburg', land: 'Luxemburg' }

  test.each([
    ['with a postal code of another format', luxembourg],
    ['in a country without postal codes', { ...luxembourg, plz: '', land: 'Vereinigte Arabische Emirate' }],
    ['with special characters in the country', { ...luxembourg, land: 'Côte d’Ivoire (Elfenbeinküste)' }],
    ['in Germany', full],
  ])('%s passes', (_, value) => {
    expect(tryRule(addressAbroadRule(), value)).toEqual({ value })
  })

  test.each([
    ['a German one with another postal code', { ...full, plz: 'L-2345' }, 'incomplete', 'plz'],
    ['one without a country', { ...luxembourg, land: '' }, 'incomplete', 'land'],
    ['no postal code in a country that uses them', { ...luxembourg, plz: '' }, 'incomplete', 'plz'],
    ['a long postal code', { ...luxembourg, plz: '1'.repeat(13) }, 'tooLong', 'plz'],
    ['a country with digits', { ...luxembourg, land: '352' }, 'format', 'land'],
    ['a country of one letter', { ...luxembourg, land: 'L' }, 'format', 'land'],
    ['a very long country', { ...luxembourg, land: 'L'.repeat(61) }, 'format', 'land'],
    ['no house number', { ...luxembourg, hausnummer: '' }, 'incomplete', 'hausnummer'],
  ] as const)('%s is refused', (_, value, rule, part) => {
    expect(tryRule(addressAbroadRule(), value)).toMatchObject({ refused: [{ rule, part }] })
  })

  test('without values lists the country first and expects no German postal code', () => {
    const all = 'Land, Straße, Ort (mind. 2 Zeichen), Hausnummer'
    expect(tryRule(addressAbroadRule(), {})).toEqual({
      refused: ['land', 'strasse', 'hausnummer', 'ort'].map((part) => incomplete(part, all)),
    })
  })

  test.each([
    ['Spanien', 'PLZ'],
    ['Deutschland', 'PLZ (5 Ziffern)'],
  ])('with only the country %s lists the other parts', (land, code) => {
    const all = `Straße, ${code}, Ort (mind. 2 Zeichen), Hausnummer`
    expect(tryRule(addressAbroadRule(), { land })).toEqual({
      refused: ['strasse', 'hausnummer', 'plz', 'ort'].map((part) => incomplete(part, all)),
    })
  })
})

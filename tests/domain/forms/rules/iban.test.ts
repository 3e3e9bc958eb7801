import { describe, expect, test } from 'vitest'
import { ibanRule } from '#domain/forms/rules/iban.ts'
import { refused, tryRule } from './try-rule.ts'

const invalid = 'IBAN ungültig - bitte überprüfen'
const invalidGerman = 'Bitte geben Sie eine gültige deutsche IBAN ein'

/** Example IBANs of all SEPA countries, from the IBAN registry. */
const examples = `
  AD1200012030200359100100 AL47212110090000000235698741 AT611904300234573201 BE68539007547034
  BG80BNBG96611020345678 CH9300762011623852957 CY17002001280000001200527600 CZ6508000000192000145399
  DE89370400440532013000 DK5000400440116243 EE382200221020145685 ES9121000418450200051332
  FI2112345600000785 FR1420041010050500013M02606 GB29NWBK60161331926819 GI75NWBK000000007099453
  GR1601101250000000012300695 HR1210010051863000160 HU42117730161111101800000000
  IE29AIBK93115212345678 IS140159260076545510730339 IT60X0542811101000000123456
  LI21088100002324013AA LT121000011101001000 LU280019400644750000 LV80BANK0000435195001
  MC5811222000010123456789030 MD24AG000225100013104168 ME25505000012345678951 MK07250120000058984
  MT84MALT011000012345MTLCAST001S NL91ABNA0417164300 NO9386011117947 PL61109010140000071219812874
  PT50000201231234567890154 RO49AAAA1B31007593840000 RS35260005601001611379 SE4550000000058398257466
  SI56263300012039086 SK3112000000198742637541 SM86U0322509800000000270100 VA59001123000012345678
`
  .trim()
  .split(/\s+/)

const ofCountry = (iban: string) => (iban.startsWith('DE') ? invalidGerman : invalid)
const withNextDigit = (iban: string, at: number) =>
  iban.slice(0, at) + String((Number(iban[at]) + 1) % 10) + iban.slice(at + 1)

describe.each(examples)('%s', (iban) => {
  test('is accepted, also in groups and in lower case', () => {
    expect(tryRule(ibanRule(), iban)).toEqual({ value: iban })
    expect(tryRule(ibanRule(), iban.toLowerCase().replace(/(.{4})/g, '$1 '))).toEqual({ value: iban })
  })

  test('with a wrong check digit fails the checksum', () => {
    expect(tryRule(ibanRule(), withNextDigit(iban, 3))).toEqual(refused('checksum', invalid))
  })

  test('with one character too few or too many has the wrong length', () => {
    expect(tryRule(ibanRule(), iban.slice(0, -1))).toEqual(refused('tooShort', ofCountry(iban)))
    expect(tryRule(ibanRule(), `${iban}0`)).toEqual(refused('tooLong', ofCountry(iban)))
  })

  test('with a special character has the wrong format', () => {
    expect(tryRule(ibanRule(), `${iban.slice(0, -1)}-`)).toEqual(refused('format', ofCountry(iban)))
  })
})

describe('an IBAN', () => {
  test.each([
    ['letters in a German account number', 'DE8937040044053201300A', 'format', invalidGerman],
    ['letters for check digits', 'DEXX370400440532013000', 'format', invalidGerman],
    ['two digits of a German account swapped', 'DE89370400440532010300', 'checksum', invalid],
    ['more than 34 characters', `DE${'1'.repeat(40)}`, 'tooLong', invalidGerman],
    ['more than 34 characters of no country', 'X'.repeat(35), 'tooLong', invalid],
    ['digits only', '37040044', 'format', invalid],
    ['an unknown country', 'XX89370400440532013000', 'format', invalid],
    ['a country outside SEPA', 'TR330006100519786457841326', 'format', invalid],
    ['a digit where a bank code has letters', 'NL91AB1A0417164300', 'format', invalid],
    ['letters that only look like Latin ones', 'DЕ89370400440532013000', 'format', invalid],
    ['the name of an inherited property', '__proto__', 'format', invalid],
  ] as const)('with %s is refused', (_, typed, rule, message) => {
    expect(tryRule(ibanRule(), typed)).toEqual(refused(rule, message))
  })

  test('is accepted with wrong national check digits within the account number', () => {
    expect(tryRule(ibanRule(), 'BE41539007547035')).toEqual({ value: 'BE41539007547035' })
  })

  test('with check digits that banks never issue is refused although mod 97 is correct', () => {
    // The check digits 02 and 99 differ by 97, so the checksum modulo 97 is correct for both. Banks issue only 02 to
    // 98.
    expect(tryRule(ibanRule(), 'DE02100500000054540402')).toEqual({ value: 'DE02100500000054540402' })
    expect(tryRule(ibanRule(), 'DE99100500000054540402')).toEqual(refused('checksum', invalid))
  })
})

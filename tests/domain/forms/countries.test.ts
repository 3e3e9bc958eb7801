import { expect, test } from 'vitest'
import { countries } from '#domain/forms/countries.ts'
import { addressAbroadRule } from '#domain/forms/rules/address-abroad.ts'
import { refuseUnprintable } from '#domain/forms/rules/unprintable.ts'

const { names, frequent, postalCodeExample } = countries

test('countries are in alphabetical order, and the frequent ones are among them', () => {
  expect(names).toEqual(names.toSorted(new Intl.Collator('de').compare))
  expect(names.length).toBeGreaterThan(190)
  for (const name of frequent) expect(names).toContain(name)
})

test.each(names)('%s can be printed in capitals, and its example is a valid postal code', (land) => {
  expect(refuseUnprintable(land.toLocaleUpperCase('de'))).toBeUndefined()
  const address = { strasse: 'Straße', hausnummer: '1', ort: 'Ort', land }
  const plz = postalCodeExample(land) ?? ''
  expect(addressAbroadRule().safeParse({ ...address, plz })).toMatchObject({ success: true })
})

test('a country that is not in the list has no example', () => {
  for (const land of ['', 'Mond', '__proto__']) expect(postalCodeExample(land)).toBeUndefined()
})

test.each(frequent)('an address in %s needs a postal code', (land) => {
  expect(postalCodeExample(land)).toBeDefined()
  const address = { strasse: 'Straße', hausnummer: '1', ort: 'Ort', land, plz: '' }
  expect(addressAbroadRule().safeParse(address)).toMatchObject({ success: false })
})

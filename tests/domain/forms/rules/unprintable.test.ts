import { describe, expect, test } from 'vitest'
import { checkForm } from '#domain/forms/check-form.ts'
import { readValue } from '#domain/forms/read-value.ts'
import { printedCharacters } from '#domain/forms/rules/printed-characters.ts'
import { refuseUnprintable } from '#domain/forms/rules/unprintable.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { anmeldungCases } from '#tests/funnel-cases/anmeldung.ts'
import { abmeldungCases } from '#tests/funnel-cases/abmeldung.ts'
import { printedRanges } from '#tools/fonts/printed-ranges.ts'
import { readDocumentFonts } from '#tools/fonts/read-document-fonts.ts'

const today = { year: 2026, month: 11, day: 20 }

test('the printed characters are those of the fonts that documents embed', () => {
  const fonts = readDocumentFonts()
  expect(fonts).toHaveLength(2)
  expect(printedCharacters, 'run `npm run fonts:characters`').toBe(printedRanges(fonts))
})

describe('the check of a text', () => {
  test.each([
    "Łukasz Şahin GROẞ Đặng Thị O’Connor O'Neill Ζωή Анна İnci Zoë Bjørn Þór Ŵyn",
    '„Straße des 17. Juni“ – 1/2 § & @ € … ½ ²',
    'zwei\nZeilen\tund\u00A0Leerzeichen',
    '',
  ])('accepts %j', (text) => {
    expect(refuseUnprintable(text)).toBeUndefined()
  })

  test.each([
    ['李明', 'Diese Zeichen können wir nicht drucken: „李“, „明“.'],
    ['Anna 🙂 und 🙂', 'Dieses Zeichen können wir nicht drucken: „🙂“.'],
    ['مريم', 'Diese Zeichen können wir nicht drucken: „م“, „ر“, „ي“.'],
    ['a\u0000b', 'Dieses Zeichen können wir nicht drucken: U+0000.'],
    ['一二三四五六', 'Diese Zeichen können wir nicht drucken: „一“, „二“, „三“, „四“, „五“ und weitere.'],
  ])('names the characters of %j', (text, message) => {
    expect(refuseUnprintable(text)).toContain(message)
  })
})

const [registration] = anmeldungCases(today).orders
const deregistration = abmeldungCases(today).orders.find(({ name }) => name === 'sonstige')!
const home = registration!.form['adresse'] as object

test.each([
  [anmeldung, registration!.form, { vorname: '李明' }, 'vorname'],
  [anmeldung, registration!.form, { email: 'li@例子.de' }, 'email'],
  [anmeldung, registration!.form, { firma: '例子 GmbH' }, 'firma'],
  [anmeldung, registration!.form, { adresse: { ...home, strasse: '中山路' } }, 'adresse.strasse'],
  [anmeldung, registration!.form, { adresse: { ...home, ort: 'Köln 🙂' } }, 'adresse.ort'],
  [abmeldung, deregistration.form, { sonstigeGruende: 'Umzug 🙂' }, 'sonstigeGruende'],
])('%#: a printed field refuses characters that no font has', (funnel, form, change, field) => {
  expect(checkForm(funnel, form, today).issues).toEqual([])
  const { issues } = checkForm(funnel, { ...form, ...change }, today)
  expect(issues).toEqual([
    {
      step: expect.any(Number) as number,
      field,
      rule: 'format',
      message: expect.stringMatching(/nicht drucken: „/) as string,
    },
  ])
})

test('invisible formatting characters that were copied with a text are removed', () => {
  expect(readValue('\u202AMül\u00ADler\u200B\uFEFF')).toBe('Müller')
})

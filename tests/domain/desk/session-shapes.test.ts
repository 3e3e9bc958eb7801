import { expect, test } from 'vitest'
import { operatorLoginSchema } from '#domain/desk/session-shapes.ts'

const read = (name: string) => operatorLoginSchema.safeParse({ name, password: 'x' }).data?.name

test.each(['Anna Köhler', "Łucja O'Connor-Şahin", 'Dr. Großmann 2', 'Nguyễn Thị Ảnh', 'Anna E\u0308zis'])(
  '%s is a name',
  (name) => {
    expect(read(name)).toBe(name.normalize('NFC'))
  },
)

test('a name in decomposed characters is composed, so that an operator has one name', () => {
  expect(read('  Ko\u0308hler ')).toBe('Köhler')
})

test.each([
  ['of another script that looks alike', 'Аnna'],
  ['with a character that changes the direction', 'Anna\u202E'],
  ['with an invisible character', 'An\u200Bna'],
  ['with a soft hyphen', 'An\u00ADna'],
  ['in full-width letters', 'Ａｎｎａ'],
  ['with a ligature', 'Steﬁ'],
  ['with a Roman numeral', 'Anna Ⅷ'],
  ['with many marks on a letter', `A${'\u0316'.repeat(5)}nna`],
  ['with a line break', 'Anna\nBen'],
  ['with a no-break space', 'Anna\u00A0Ben'],
  ['with a bracket', 'Anna (Leitung)'],
  ['without a letter at its beginning', '.. 7'],
  ['of one letter', 'A'],
  ['that is too long', 'A'.repeat(61)],
])('a name %s is refused', (_, name) => {
  expect(read(name)).toBeUndefined()
})

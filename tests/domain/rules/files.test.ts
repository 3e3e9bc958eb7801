import { describe, expect, test } from 'vitest'
import { filesRule } from '#domain/rules/files.ts'
import { refused, tryRule } from './try-rule.ts'

const first = '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3e'
const second = '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3f'
const invalid = refused('files', 'Ungültige Datei übergeben')

describe('a list of uploads', () => {
  test.each([[[first]], [[first, second]]])('%j passes', (ids) => {
    expect(tryRule(filesRule, ids)).toEqual({ value: ids })
  })

  test('is stored in lower case, like the ids of the vault', () => {
    expect(tryRule(filesRule, [first.toUpperCase()])).toEqual({ value: [first] })
  })

  test('of three is refused', () => {
    const message = 'Sie können maximal 2 Dateien hochladen.'
    expect(tryRule(filesRule, [first, second, first])).toEqual(refused('files', message))
  })

  test.each([[['vertrag.pdf']], [['']], [[7]], [[first, null]], [[{ id: first }]], [['__proto__']]])(
    '%j names no upload',
    (value) => {
      expect(tryRule(filesRule, value)).toEqual(invalid)
    },
  )

  test.each([[first], [{ 0: first }], [true]])('%j is no list', (value) => {
    expect(tryRule(filesRule, value)).toEqual({
      refused: [{ rule: undefined, message: 'Ungültige Datei übergeben' }],
    })
  })
})

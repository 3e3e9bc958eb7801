import { describe, expect, test } from 'vitest'
import { filesRule } from '#domain/forms/rules/files.ts'
import { refused, tryRule } from './try-rule.ts'

const first = '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3e'
const second = '0198f3c2-7f2a-7c11-9a4e-6f1f3b1c2d3f'
const invalid = refused('files', 'Ungültige Datei übergeben')

describe('a list of uploads', () => {
  test.each([[[first]], [[first, second]]])('%j passes', (ids) => {
    expect(tryRule(filesRule(), ids)).toEqual({ value: ids })
  })

  test('is stored in lower case, like the ids in the vault', () => {
    expect(tryRule(filesRule(), [first.toUpperCase()])).toEqual({ value: [first] })
  })

  test('with three ids is refused', () => {
    const message = 'Sie können maximal 2 Dateien hochladen.'
    expect(tryRule(filesRule(), [first, second, first])).toEqual(refused('files', message))
  })

  test.each([[['vertrag.pdf']], [['']], [[7]], [[first, null]], [[{ id: first }]], [['__proto__']]])(
    '%j is refused because it is not an upload id',
    (value) => {
      expect(tryRule(filesRule(), value)).toEqual(invalid)
    },
  )

  test.each([[first], [{ 0: first }], [true]])('%j is refused because it is not a list', (value) => {
    expect(tryRule(filesRule(), value)).toEqual({
      refused: [{ rule: undefined, message: 'Ungültige Datei übergeben' }],
    })
  })
})

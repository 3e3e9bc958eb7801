import { describe, expect, test } from 'vitest'
import { beitragsnummerRule } from '#domain/forms/rules/beitragsnummer.ts'
import { refused, tryRule } from './try-rule.ts'

describe('a Beitragsnummer', () => {
  test.each(['123456789', '123 456 789', '1 2 3 4 5 6 7 8 9', '123\u00a0456\u202f789'])(
    '%j is stored as nine digits',
    (typed) => {
      expect(tryRule(beitragsnummerRule(), typed)).toEqual({ value: '123456789' })
    },
  )

  test.each([
    ['tooShort', '12345678'],
    ['tooLong', '1234567890'],
    ['format', '12345678a'],
    ['format', '123-456-789'],
    ['format', '١٢٣٤٥٦٧٨٩'],
  ] as const)('%s: %j', (rule, typed) => {
    expect(tryRule(beitragsnummerRule(), typed)).toEqual(
      refused(rule, 'Beitragsnummer muss genau 9 Ziffern enthalten'),
    )
  })
})

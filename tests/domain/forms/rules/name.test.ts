import { describe, expect, test } from 'vitest'
import { nameRule } from '#domain/forms/rules/name.ts'
import { refused, tryRule } from './try-rule.ts'

const message = 'Name muss mindestens 2 Zeichen haben und darf nur Buchstaben enthalten'

describe('a name', () => {
  test.each([
    "O'Connor",
    'O’Connor',
    'Łukasz',
    'Şahin',
    'Müller-Lüdenscheidt',
    'Strauß',
    'von der Leyen',
    'Dr. Schmidt',
    'Nguyễn',
    'Ọ́lá',
    'आशा',
    'Zażółć',
    'Αλέξανδρος',
    'Ольга',
    '李明',
    'محمد',
    'ab',
    'A'.repeat(100),
  ])('%s is accepted unchanged', (name) => {
    expect(tryRule(nameRule(), name)).toEqual({ value: name })
  })

  test.each([
    ['Anna   Maria', 'Anna Maria'],
    ['Anna\u00a0Maria', 'Anna Maria'],
    ['Karl–Heinz', 'Karl-Heinz'],
    ['Karl\u2011Heinz', 'Karl-Heinz'],
    ['O´Connor', "O'Connor"],
    ['O`Connor', "O'Connor"],
  ])('%j is normalised to %j', (typed, stored) => {
    expect(tryRule(nameRule(), typed)).toEqual({ value: stored })
  })

  test.each([
    ['tooShort', 'A'],
    ['tooShort', 'Ł'],
    ['format', 'Anna1'],
    ['format', 'Anna@home'],
    ['format', '-.'],
    ['format', "''"],
    ['format', '<b>Anna</b>'],
    ['format', 'Anna😀'],
    ['format', 'An\u0000na'],
    ['format', 'An\u202ena'],
    ['format', ''],
  ] as const)('%s: %j', (rule, name) => {
    expect(tryRule(nameRule(), name)).toEqual(refused(rule, message))
  })

  test('with more than 100 characters is refused as too long', () => {
    expect(tryRule(nameRule(), 'A'.repeat(101))).toEqual(
      refused('tooLong', 'Name darf höchstens 100 Zeichen haben'),
    )
  })

  test.each([[7], [true], [['Anna']], [{ name: 'Anna' }]])(
    '%j is refused because it is not text',
    (value) => {
      expect(tryRule(nameRule(), value)).toEqual({ refused: [{ rule: undefined, message }] })
    },
  )
})

import { expect, test } from 'vitest'
import { readCostLines } from '#domain/costs/read-rows.ts'

const lines = (...rows: string[][]) => rows.map((cells, index) => ({ line: index + 1, cells }))
const head = ['Tag', 'Quelle', 'Kampagne', 'Kosten (Euro)']

test('columns are found by their heads in either language, in any order', () => {
  const german = readCostLines(lines(head, ['3.11.2026', 'google', 'umzug', '12,50']))
  const english = readCostLines(
    lines(
      ['Cost', 'clicks', 'utm_campaign', 'Currency', 'DATE', 'source'],
      ['12.50', '7', 'umzug', 'EUR', '2026-11-03', 'google'],
    ),
  )
  const cost = { line: 2, day: '2026-11-03', source: 'google', campaign: 'umzug', costCents: 1250 }
  expect(german).toEqual({ costs: [cost], unusedColumns: [] })
  expect(english).toEqual({ costs: [cost], unusedColumns: ['clicks'] })
})

test('values are those that contacts have', () => {
  const read = readCostLines(
    lines(head, ['2026-11-03', 'mail ada@example.org', '', '1'], ['2026-11-03', 'x', '(none)', '1']),
  )
  expect(read).toMatchObject({
    costs: [{ source: 'mail (entfernt)', campaign: '(none)' }, { campaign: '(none)' }],
  })
})

const good = ['2026-11-03', 'google', 'umzug', '12,50']
test.each([
  [[], 1, 'empty-file', null],
  [[head], 1, 'empty-file', null],
  [[['Tag', 'Quelle', 'Kampagne'], good], 1, 'missing-column', 'cost'],
  [[[...head, 'day'], good], 1, 'repeated-column', 'day'],
  [[head, good, [...good, '50']], 3, 'columns', null],
  [[head, ['30.2.2026', ...good.slice(1)]], 2, 'day', 'day'],
  [[head, ['1999-12-31', ...good.slice(1)]], 2, 'day', 'day'],
  [[head, ['2026-11-03', '', 'umzug', '1']], 2, 'empty', 'source'],
  [[head, ['2026-11-03', 'google', 'x'.repeat(201), '1']], 2, 'too-long', 'campaign'],
  [[head, ['2026-11-03', 'google', 'umzug', 'viel']], 2, 'amount', 'cost'],
  [[head, ['2026-11-03', 'google', 'umzug', '1.234']], 2, 'ambiguous', 'cost'],
  [[head, ['2026-11-03', 'google', 'umzug', '-5']], 2, 'negative', 'cost'],
  [[head, ['2026-11-03', 'google', 'umzug', '1000001']], 2, 'too-large', 'cost'],
  [[head, good, ['3.11.2026', 'google', 'umzug', '9']], 3, 'repeated', null],
  [
    [
      [...head, 'Währung'],
      [...good, 'USD'],
    ],
    2,
    'currency',
    'currency',
  ],
])('the rows %j have a fault in line %i: %s', (rows, line, code, column) => {
  const read = readCostLines(lines(...rows))
  expect(read).toMatchObject({ errors: [{ line, code, column }] })
  if ('errors' in read) expect(read.errors[0]!.allowed).toMatch(/\S/)
})

test('every fault is reported, in the order of the lines', () => {
  const read = readCostLines(lines(head, good, ['x', '', 'umzug', 'y'], good, ['x', 'google', 'umzug', '1']))
  expect('errors' in read && read.errors.map((one) => [one.line, one.code])).toEqual([
    [3, 'day'],
    [3, 'empty'],
    [3, 'amount'],
    [4, 'repeated'],
    [5, 'day'],
  ])
})

test('at most 2,000 rows are read', () => {
  const rows = Array.from({ length: 2001 }, (_, index) => ['2026-11-03', 'google', `c${index}`, '1'])
  expect(readCostLines(lines(head, ...rows.slice(1)))).toHaveProperty('costs')
  expect(readCostLines(lines(head, ...rows))).toMatchObject({
    errors: [{ line: 2002, code: 'rows', read: '2001' }],
  })
})

import { expect, test } from 'vitest'
import { type CsvCell, csvHead, csvLines, csvTable, writeCsv } from '#domain/reports/csv.ts'
import { ordersCsv } from '#domain/reports/orders/csv.ts'

const lineOf = (cells: readonly CsvCell[]) =>
  csvLines({
    columns: cells.map((_, index) => `column${index}`),
    rows: [Object.fromEntries(cells.map((cell, index) => [`column${index}`, cell]))],
  })

test.each([
  ['plain text', ['a', 1, null, 0.5], 'a,1,,0.5\r\n'],
  ['commas and quotes', ['a,b', 'say "hi"'], '"a,b","say ""hi"""\r\n'],
  ['line breaks', ['a\nb'], '"a\nb"\r\n'],
  ['umlauts', ['Müller'], 'Müller\r\n'],
  ['a negative number', [-5], '-5\r\n'],
  ['a formula', ['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
  ['other characters that start a formula', ['+1', '-1', '@x', '＝1'], "'+1,'-1,'@x,'＝1\r\n"],
  ['a formula after a space or a tab', [' =1', '\t=1'], ' \'=1,"\t\'=1"\r\n'],
  ['a formula after a cell separator of German spreadsheets', ['a;=1'], '"a;\'=1"\r\n'],
  ['a formula character inside text', ['a-b', 'a=b'], 'a-b,a=b\r\n'],
])('%s', (_, cells, expected) => {
  expect(lineOf(cells)).toBe(expected)
})

test('a file begins with a byte order mark and the header line; missing cells are empty', () => {
  expect(csvHead(ordersCsv.columns)).toBe(
    '\uFEFFnumber,funnel,time,priceCents,status,source,runId,delivery,testPayment,robot,netRevenueCents\r\n',
  )
  expect(writeCsv(csvTable(['day', 'runs'], [{ day: '2026-11-21' }, { runs: 3 }]))).toBe(
    '\uFEFFday,runs\r\n2026-11-21,\r\n,3\r\n',
  )
})

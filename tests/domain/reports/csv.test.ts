import { expect, test } from 'vitest'
import { csvLine, ordersCsvHead } from '#domain/reports/csv.ts'

test.each([
  ['plain text', ['a', 1, null, 0.5], 'a,1,,0.5\r\n'],
  ['commas and quotes', ['a,b', 'say "hi"'], '"a,b","say ""hi"""\r\n'],
  ['line breaks', ['a\nb'], '"a\nb"\r\n'],
  ['umlauts', ['Müller'], 'Müller\r\n'],
  ['a negative number', [-5], '-5\r\n'],
  ['a formula', ['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
  ['other beginnings of a formula', ['+1', '-1', '@x', '＝1'], "'+1,'-1,'@x,'＝1\r\n"],
  ['a formula behind a blank or a tab', [' =1', '\t=1'], ' \'=1,"\t\'=1"\r\n'],
  ['a formula in what a German spreadsheet takes for the next cell', ['a;=1'], '"a;\'=1"\r\n'],
  ['a sign inside of a text', ['a-b', 'a=b'], 'a-b,a=b\r\n'],
])('%s', (_, cells, expected) => {
  expect(csvLine(cells)).toBe(expected)
})

test('a file begins with the mark of UTF-8 and its columns', () => {
  expect(ordersCsvHead()).toBe('\uFEFFnumber,funnel,time,priceCents,status,source,runId,delivery\r\n')
})

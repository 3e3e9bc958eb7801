import { expect, test } from 'vitest'
import { changesWords, failureWords } from '#web/features/reports/costs/cost-words.ts'
import {
  centBounds,
  contributionColour,
  euroBounds,
  exactEuro,
  ratio,
  ratioBounds,
} from '#web/features/reports/costs/return-words.ts'
import { ReportError } from '#web/features/reports/data/get-report.ts'

const plain = (text: string) => text.replaceAll('\u00a0', ' ')

test('what costs change is said with its days and sum', () => {
  const changes = {
    rows: 12,
    from: '2026-11-01',
    to: '2026-11-03',
    costCents: 123_456,
    added: 9,
    replaced: 2,
    unchanged: 1,
    unusedColumns: [],
    position: null,
  }
  expect(plain(changesWords(changes))).toBe(
    '12 Zeilen, 01.11.–03.11.2026, zusammen 1.234,56 €: 9 neu, 2 geändert, 1 unverändert.',
  )
  const one = { ...changes, rows: 1, to: '2026-11-01', added: 0, replaced: 1, unchanged: 0 }
  expect(plain(changesWords(one))).toBe('1 Zeile, 01.11.2026, zusammen 1.234,56 €: 1 geändert.')
})

test.each([
  [new ReportError(413), /^Die Datei ist zu groß\. Höchstens 400 KB/],
  [new ReportError(429), /warten/],
  [new ReportError(401), /nicht mehr angemeldet/],
  [new TypeError('failed to fetch'), /nicht zu erreichen/],
])('the failure %s is explained', (error, words) => {
  expect(failureWords(error)).toMatch(words)
})

test('intervals are shown with the bounds that are known', () => {
  expect(ratio(1.189)).toBe('1,19')
  expect(ratioBounds({ value: 2, low: 1.5, high: 3 })).toBe('1,50 bis 3,00')
  expect(ratioBounds({ value: 0, low: null, high: null })).toBe('')
  expect(plain(euroBounds({ value: null, low: 271, high: null }))).toBe('ab 3 €')
  expect(plain(centBounds({ value: 166, low: 140.96, high: 195.66 }))).toBe('1,41 € bis 1,96 €')
  expect(plain(exactEuro(-166.4))).toBe('−1,66 €')
  expect(plain(euroBounds({ value: -500, low: -1000, high: 123_456 }))).toBe('−10 € bis 1.235 €')
})

test('a contribution has a colour only if its whole interval is on one side of zero', () => {
  expect(contributionColour({ value: 5, low: 1, high: 9 })).toBe('text-leaf-800')
  expect(contributionColour({ value: -5, low: -9, high: -1 })).toBe('text-alarm')
  expect(contributionColour({ value: 5, low: -1, high: 9 })).toBe('')
  expect(contributionColour({ value: 5, low: null, high: null })).toBe('')
})

import { expect, test } from 'vitest'
import { createKeyBook } from '#domain/reports/keys/key-book.ts'
import type { ReportKey } from '#domain/reports/keys/report-keys.ts'

const day = '2026-11-20'
const source = (key: string, over: Partial<ReportKey> = {}): ReportKey => ({
  day,
  dimension: 'source',
  key,
  ...over,
})

/**
 * Returns a key book that allows two keys per day and dimension. The `wanted` keys have been looked up in the database.
 * Only the `known` ones were found.
 */
function bookOf(known: readonly string[], wanted: readonly ReportKey[]) {
  const book = createKeyBook(2)
  book.learn(wanted, {
    known: known.map((key) => source(key)),
    counts: known.length === 0 ? [] : [{ day, dimension: 'source', keys: known.length }],
  })
  return book
}

test('admits the first keys, each counted once', () => {
  const wanted = ['a', 'b', 'c'].map((key) => source(key))
  const keys = bookOf([], wanted).admitting()
  const [a, b, c] = wanted as [ReportKey, ReportKey, ReportKey]
  expect([a, b, a, c, b].map(keys.admit)).toEqual([true, true, true, false, true])
  expect(keys.added()).toEqual([a, b])
})

test('keeps stored keys admitted and counts them towards the limit', () => {
  const wanted = ['a', 'b', 'c'].map((key) => source(key))
  const keys = bookOf(['c'], wanted).admitting()
  expect(wanted.map(keys.admit)).toEqual([true, false, true])
  expect(keys.added()).toEqual([source('a')])
})

test('limits each day and dimension separately', () => {
  const wanted = [
    source('a'),
    source('a', { day: '2026-11-21' }),
    source('a', { dimension: 'medium' }),
    source('b'),
    source('c'),
  ]
  const keys = bookOf([], wanted).admitting()
  expect(wanted.map(keys.admit)).toEqual([true, true, true, true, false])
})

test('looking up admits no key, and rejects only if the limit is reached', () => {
  const wanted = ['a', 'b', 'c'].map((key) => source(key))
  const open = bookOf(['a'], wanted).lookingUp()
  expect(wanted.map(open.admit)).toEqual([true, true, true])
  expect(open.added()).toEqual([])
  expect(wanted.map(bookOf(['a', 'b'], wanted).lookingUp().admit)).toEqual([true, true, false])
})

test('returns each key that was not looked up once as missing', () => {
  const keys = createKeyBook(2).admitting()
  expect([source('a'), source('a')].map(keys.admit)).toEqual([true, true])
  expect(keys.missing()).toEqual([source('a')])
  expect(keys.added()).toEqual([])
})

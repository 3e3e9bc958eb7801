import { expect, test } from 'vitest'
import { type KeptCounts, createKeptCounts, toKeptGroup } from '#db/reads/reports/kept-counts.ts'

const day = '2026-11-20'
const atPosition = { day, position: 7 }

/** Keeps one day with one group of two numbers, which count as 182. */
function keep(counts: KeptCounts, query: string, rows = 'first') {
  const groups = [toKeptGroup('anmeldung', '', new Map([[1, 5]]))]
  counts.keep(query, rows, [[day, { position: 7, groups }]])
}

test('a day is found for its query, rows and position only', () => {
  const counts = createKeptCounts()
  keep(counts, 'a')
  expect(counts.find('a', 'first', atPosition)?.groups[0]?.counts).toEqual(new Int32Array([1, 5]))
  expect(counts.find('a', 'first', { day, position: 8 })).toBeUndefined()
  expect(counts.find('a', 'second', atPosition)).toBeUndefined()
  expect(counts.find('b', 'first', atPosition)).toBeUndefined()
})

test('other rows replace those of a query', () => {
  const counts = createKeptCounts()
  keep(counts, 'a')
  keep(counts, 'a', 'second')
  expect(counts.find('a', 'first', atPosition)).toBeUndefined()
  expect(counts.find('a', 'second', atPosition)).toBeDefined()
})

test('the query that was not used for longest is forgotten first', () => {
  const counts = createKeptCounts({ maxNumbers: 400 })
  keep(counts, 'a')
  keep(counts, 'b')
  counts.touch('a')
  keep(counts, 'c')
  const kept = ['a', 'b', 'c'].filter((query) => counts.find(query, 'first', atPosition))
  expect(kept).toEqual(['a', 'c'])
})

test('a query that alone has too many numbers is forgotten and known to be too large', () => {
  const counts = createKeptCounts({ maxNumbers: 100 })
  expect(counts.isTooLarge('a', 'first', 1)).toBe(false)
  keep(counts, 'a')
  expect(counts.find('a', 'first', atPosition)).toBeUndefined()
  expect(counts.isTooLarge('a', 'first', 1)).toBe(true)
  expect(counts.isTooLarge('b', 'first', 1)).toBe(false)
  expect(counts.isTooLarge('a', 'second', 1)).toBe(false)
})

test('days of other ranges are forgotten before a query counts as too large', () => {
  const counts = createKeptCounts({ maxNumbers: 300 })
  const groups = [toKeptGroup('anmeldung', '', new Map([[1, 5]]))]
  counts.keep('a', 'first', [['2026-11-19', { position: 7, groups }]])
  counts.keep('a', 'first', [[day, { position: 7, groups }]], new Set([day]))
  expect(counts.find('a', 'first', atPosition)).toBeDefined()
  expect(counts.find('a', 'first', { day: '2026-11-19', position: 7 })).toBeUndefined()
  expect(counts.isTooLarge('a', 'first', 1)).toBe(false)
})

test('fewer days of a query that was too large may fit', () => {
  const counts = createKeptCounts({ maxNumbers: 400 })
  const days = Array.from(
    { length: 3 },
    (_, index) => [`2026-11-2${index + 1}`, { position: 7, groups: [] }] as const,
  )
  const groups = [toKeptGroup('anmeldung', '', new Map([[1, 5]]))]
  counts.keep('a', 'first', [...days, [day, { position: 7, groups }]])
  expect([3, 4, 5].map((number) => counts.isTooLarge('a', 'first', number))).toEqual([false, true, true])
})

import { expect, test } from 'vitest'
import { keptQuery } from '#domain/site/links/kept-query.ts'

const long = 'a'.repeat(15_000)

test.each([
  ['nothing', '', ''],
  ['other names', `?x=1&UTM_SOURCE=1&msclkid=1&utm_=1&utm_ä=1&utm_${'x'.repeat(33)}=1`, ''],
  ['all campaign parameters', '?utm_id=1&utm_x=2', '?utm_id=1&utm_x=2'],
  [
    'the campaign parameters and two click ids',
    '?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&gclid=f&fbclid=g&ttclid=h',
    '?utm_source=a&utm_medium=b&utm_campaign=c&utm_term=d&utm_content=e&gclid=f&fbclid=g',
  ],
  ['a name twice', '?gclid=1&gclid=2', '?gclid=1'],
  ['a long value', `?utm_term=${long}&gclid=1`, `?utm_term=${'a'.repeat(200)}&gclid=1`],
  ['a surrogate pair at the limit', `?gclid=${'a'.repeat(199)}😀`, `?gclid=${'a'.repeat(199)}%EF%BF%BD`],
])('keeps the campaign parameters of %s, truncated', (_, search, expected) => {
  expect(keptQuery(search)).toBe(expected)
  expect(keptQuery(expected)).toBe(expected)
})

test('limits the length of the whole encoded query', () => {
  const names = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_term', 'utm_content', 'gclid', 'fbclid']
  const search = new URLSearchParams(names.map((name) => [name, '€'.repeat(200)]))
  const kept = keptQuery(`?${search}`)
  expect(kept.length).toBeGreaterThan(1800)
  expect(kept.length).toBeLessThanOrEqual(2001)
  expect(keptQuery(kept)).toBe(kept)
})

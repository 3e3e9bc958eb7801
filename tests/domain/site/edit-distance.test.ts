import { expect, test } from 'vitest'
import { editDistance } from '#domain/site/edit-distance.ts'

test.each([
  ['', '', 0],
  ['web.de', 'web.de', 0],
  ['', 'abc', 3],
  ['abc', '', 3],
  ['gmial', 'gmail', 1],
  ['gmal', 'gmail', 1],
  ['gmaill', 'gmail', 1],
  ['gmeil', 'gmail', 1],
  ['ab', 'ba', 1],
  ['abcd', 'badc', 2],
  ['kitten', 'sitting', 3],
])('from %j to %j it takes %i changes', (one, other, distance) => {
  expect(editDistance(one, other)).toBe(distance)
  expect(editDistance(other, one)).toBe(distance)
})

import { expect, test } from 'vitest'
import { keepNumbers } from '#db/postgres/projections/keep-numbers.ts'

test('numbers are kept only after a commit, and only in the timeline in which they were read', () => {
  const numbers = keepNumbers()
  const first = numbers.take('00000001')
  first.measures.set('completed', 1)
  expect(numbers.take('00000001').measures.size).toBe(0)
  numbers.keep('00000001', first)
  const second = numbers.take('00000001')
  expect(second.measures.get('completed')).toBe(1)
  numbers.keep('00000001', second)
  expect(numbers.take('00000002').measures.size).toBe(0)
})

test('more numbers than the maximum are not kept', () => {
  const numbers = keepNumbers()
  const known = numbers.take('00000001')
  for (let number = 1; number <= 5001; number++) known.measures.set(`choice:${number}`, number)
  numbers.keep('00000001', known)
  expect(numbers.take('00000001').measures.size).toBe(0)
})

import { expect, test } from 'vitest'
import { keepNumbers } from '#db/postgres/projections/keep-numbers.ts'

test('numbers are kept only after a commit, and only with the server from which they were read', () => {
  const numbers = keepNumbers()
  const first = numbers.take('1 2026-11-28')
  first.measures.set('completed', 1)
  expect(numbers.take('1 2026-11-28').measures.size).toBe(0)
  numbers.keep('1 2026-11-28', first)
  const second = numbers.take('1 2026-11-28')
  expect(second.measures.get('completed')).toBe(1)
  numbers.keep('1 2026-11-28', second)
  expect(numbers.take('2 2026-11-28').measures.size).toBe(0)
})

test('more numbers than the maximum are not kept', () => {
  const numbers = keepNumbers()
  const known = numbers.take('1 2026-11-28')
  for (let number = 1; number <= 5001; number++) known.measures.set(`choice:${number}`, number)
  numbers.keep('1 2026-11-28', known)
  expect(numbers.take('1 2026-11-28').measures.size).toBe(0)
})

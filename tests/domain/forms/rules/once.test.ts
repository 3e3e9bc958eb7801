import { expect, test, vi } from 'vitest'
import { once } from '#domain/forms/rules/once.ts'

test('an object is created when it is requested first, and returned again later', () => {
  const make = vi.fn(() => ({}))
  const made = once(make)
  expect(make).not.toHaveBeenCalled()
  const first = made()
  expect(made()).toBe(first)
  expect(make).toHaveBeenCalledTimes(1)
})

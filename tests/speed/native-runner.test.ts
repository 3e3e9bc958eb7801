import { expect, test, vi } from 'vitest'

// Runs in the project `pure`.
test('a file is imported under its own URL, so that Node finds its compiled code', () => {
  expect(import.meta.url).toMatch(/native-runner\.test\.ts$/)
})

test('a test may leave fake timers', () => {
  vi.useFakeTimers()
  expect(vi.isFakeTimers()).toBe(true)
})

test('the next one has real timers', () => {
  expect(vi.isFakeTimers()).toBe(false)
})

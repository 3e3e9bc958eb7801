import { vi } from 'vitest'

/**
 * Repeats a check until it passes and returns its result. After the timeout, fails with the last error of the check.
 * The default timeout allows for busy machines. Pass a shorter timeout only if the duration itself is tested.
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 })
}

import { vi } from 'vitest'

/**
 * Waits until a check passes and returns its result, or fails with its last error. The default timeout allows for busy
 * machines. Pass a shorter one only to test the time itself.
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 })
}

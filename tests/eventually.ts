import { vi } from 'vitest'

/**
 * Waits until a check passes and returns its result, or fails with its last error. The default timeout is long for busy
 * machines and costs nothing if the check passes early; pass a shorter one only if the time itself is tested.
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 })
}

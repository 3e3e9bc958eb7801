import { vi } from 'vitest'

/**
 * Waits until a check passes and gives its result, or fails with what it said last. The time is long, because a busy
 * machine may need it and what holds soon waits for nothing; a shorter one is part of what is tried.
 */
export function eventually<T>(check: () => T | Promise<T>, timeout = 20_000): Promise<T> {
  return vi.waitFor(check, { timeout, interval: 20 })
}

// Setup of tests that share a process. Without it, a test that fails before it restores the timers would make the later
// files of its process fail too.
import { afterEach, vi } from 'vitest'

afterEach(() => void vi.useRealTimers())

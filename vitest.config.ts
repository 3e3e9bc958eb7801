import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    // Most of the slow ones wait, for a schedule, a timeout or a process; so more of them than cores.
    maxWorkers: 3,
    // What a test waits for comes in a moment, unless the machine is busy with all the others.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    // Use more workers than cores, because slow tests mostly wait for a schedule, a timeout or a process.
    maxWorkers: 3,
    // Opening a store loads hundreds of modules into new threads. With a larger young generation, this needs 14% less CPU.
    execArgv: ['--min-semi-space-size=16'],
    // Timeouts are long, because tests that run at the same time may keep the machine busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

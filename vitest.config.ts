import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    // Most of the slow ones wait, for a schedule, a timeout or a process; so more of them than cores.
    maxWorkers: 3,
    testTimeout: 20_000,
    hookTimeout: 30_000,
    // What passes only when repeated is named at the end of a run (tests/run.ts).
    retry: process.env['CI'] ? 1 : 0,
  },
})

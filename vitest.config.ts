import { defineConfig } from 'vitest/config'
import { bundledPrograms } from './tests/speed/bundle-programs.ts'

const domain = 'tests/domain/**/*.test.ts'

export default defineConfig({
  test: {
    projects: [
      // Pure functions. Their files share processes, because starting one takes longer than most of them.
      { extends: true, test: { name: 'domain', include: [domain], isolate: false } },
      {
        extends: true,
        plugins: [bundledPrograms()],
        test: {
          name: 'rest',
          include: ['tests/**/*.test.ts'],
          exclude: [domain],
          globalSetup: ['tests/postgres/serve-postgres.ts'],
        },
      },
    ],
    // Use more workers than cores, because slow tests mostly wait for a schedule, a timeout or a process.
    maxWorkers: 3,
    // With a larger young generation, starting a store needs 14% less CPU.
    execArgv: ['--min-semi-space-size=16'],
    // Timeouts are long, because tests that run at the same time may keep the machine busy.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 20_000 } },
  },
})

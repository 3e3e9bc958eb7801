import { defineConfig } from 'vitest/config'
import { bundledPrograms } from './tests/speed/bundle-programs.ts'

/**
 * Tests of pure functions. Their files share processes, because a process with the imports of a file takes more time than
 * most files. Files with databases cannot: modules that register hooks do so only for the first file of a process.
 */
const pure = [
  'tests/domain/**/*.test.ts',
  'tests/web/features/{account,attribution,desk,funnel,reports}/**/*.test.ts',
]

const options = {
  // With a larger young generation, starting a store needs 14% less CPU.
  execArgv: ['--min-semi-space-size=16'],
  // Timeouts are long, because tests that run at the same time may keep the machine busy.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
}

export default defineConfig({
  test: {
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    // Use more workers than cores, because slow tests mostly wait for a schedule, a timeout or a process.
    maxWorkers: 3,
    projects: [
      {
        plugins: [bundledPrograms()],
        test: { ...options, name: 'pure', include: pure, isolate: false },
      },
      {
        plugins: [bundledPrograms()],
        test: { ...options, name: 'isolated', include: ['tests/**/*.test.ts'], exclude: pure },
      },
    ],
  },
})

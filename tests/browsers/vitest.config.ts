import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/browsers/journeys/*.ts'],
    // A browser needs a whole core while it loads a page.
    maxWorkers: 2,
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})

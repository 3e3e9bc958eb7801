import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['tests/**/*.test.ts'],
    globalSetup: ['tests/postgres/serve-postgres.ts'],
    testTimeout: 20_000,
    hookTimeout: 30_000,
  },
})

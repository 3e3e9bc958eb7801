import { defineConfig } from 'vitest/config'
import { BundledFirst, testPlugins } from '../speed/bundle-programs.ts'

export default defineConfig({
  plugins: [testPlugins()],
  test: {
    include: ['tests/browsers/journeys/*.ts'],
    // A browser needs a whole core while it loads a page.
    maxWorkers: 2,
    sequence: { sequencer: BundledFirst },
    testTimeout: 180_000,
    hookTimeout: 60_000,
  },
})

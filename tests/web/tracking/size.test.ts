import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'

test('the tracker takes at most 6 KB of a visitor’s download, without React or the schema library', async () => {
  const script = await bundleTracker()
  expect(script).toContain('/api/events')
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(6 * 1024)
})

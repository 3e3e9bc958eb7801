import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { bundleTracker } from './bundle-tracker.ts'

test('the tracker adds at most 7 KB to the download and does not include React or the schema library', async () => {
  const script = await bundleTracker()
  expect(script).toContain('/api/events')
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(7 * 1024)
})

import { expect, onTestFinished, test } from 'vitest'
import { compareReports } from '#service/store-copy/compare-reports.ts'
import { openTestService } from '#tests/service/harness.ts'

async function openStore() {
  const service = await openTestService()
  onTestFinished(() => service.close())
  return service.store
}

test('a span of years from late on a winter evening is split into ranges that the reports accept', async () => {
  const span = { first: Date.parse('2022-02-01T22:30:00Z'), last: Date.parse('2026-07-01T10:00:00Z') }
  expect(await compareReports(await openStore(), await openStore(), span)).toBeGreaterThan(0)
})

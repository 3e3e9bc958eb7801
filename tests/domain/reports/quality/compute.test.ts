import { expect, test } from 'vitest'
import { trackingReport } from '#domain/reports/quality/compute.ts'

test('keeps browser names unchanged and ignores other measures', () => {
  const measures = [
    { measure: 'tracking:In-App: Browser:0', runs: 3 },
    { measure: 'tracking:In-App: Browser:2', runs: 1 },
    { measure: 'tracking:Chrome:1', runs: 4 },
    { measure: 'completed', runs: 8 },
  ]
  const day = '2026-11-20'
  const report = trackingReport([day], () => 5, [{ funnel: 'anmeldung', day, measures }])
  expect(report.browsers).toEqual([
    { browser: 'Chrome', orders: 4, expected: 20, missing: 4, lossRate: 0.2 },
    { browser: 'In-App: Browser', orders: 4, expected: 20, missing: 2, lossRate: 0.1 },
  ])
  expect(report).toMatchObject({ orders: 8, expected: 40, missing: 6, days: [{ day, orders: 8 }] })
})

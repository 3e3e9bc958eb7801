import { expect, test } from 'vitest'
import { type Stratum, riskDifference } from '#domain/reports/deviation/risk-difference.ts'

const stratum = (exposed: number, exposedLost: number, others: number, othersLost: number): Stratum => ({
  exposed,
  exposedLost,
  others,
  othersLost,
})

test('in a single stratum it is the difference of the shares, with the usual interval', () => {
  const { difference, othersRate } = riskDifference([stratum(200, 80, 800, 240)])!
  expect(difference.value).toBeCloseTo(80 / 200 - 240 / 800, 12)
  expect(othersRate).toBeCloseTo(0.3, 12)
  // Interval of a difference of two independent shares.
  const deviation = Math.sqrt((0.4 * 0.6) / 200 + (0.3 * 0.7) / 800)
  expect(difference.high - difference.value).toBeCloseTo(1.959964 * deviation, 2)
  expect(difference.value - difference.low).toBeCloseTo(1.959964 * deviation, 2)
})

test('a bad day on which the message was frequent does not make the message look worse', () => {
  // On each day, the message makes no difference. All runs together, it seems to cost 24 percentage points.
  const days = [stratum(100, 60, 100, 60), stratum(10, 2, 190, 38)]
  const crude = 62 / 110 - 98 / 290
  expect(crude).toBeGreaterThan(0.2)
  expect(riskDifference(days)!.difference.value).toBeCloseTo(0, 12)
})

test.each([
  ['no runs', []],
  ['only exposed runs', [stratum(50, 20, 0, 0)]],
  ['exposed runs and others on different days', [stratum(50, 20, 0, 0), stratum(0, 0, 50, 10)]],
  ['seven exposed runs', [stratum(7, 7, 500, 100)]],
  ['seven others', [stratum(500, 400, 7, 0)]],
])('is unknown with %s', (_, strata) => {
  expect(riskDifference(strata)).toBeUndefined()
})

import { expect, test } from 'vitest'
import { outcomeOf, readCounts } from '#domain/reports/counted-runs.ts'
import { sumMeasures } from '#domain/reports/drop-off/compute.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { trendSpans } from '#web/features/reports/drop-off/trend-spans.ts'

const measuresOn = (index: number) => [
  { measure: 'stage:0', runs: 3 + index },
  { measure: 'stage:1', runs: 2 },
  { measure: 'abandoned:0', runs: 1 + index },
  { measure: 'completed', runs: index % 3 },
  { measure: 'recovered', runs: index % 2 },
  { measure: 'revenue:4999', runs: index % 3 },
  { measure: 'net:4999', runs: index % 2 },
]
const days = daysOf({ from: '2026-11-06', to: '2026-11-18' })
const outcomes = days.map((day, index) => ({ day, ...outcomeOf(2, readCounts(measuresOn(index))) }))

test('the figures of a week are those of the measures of its days', () => {
  const options = { unit: 'woche', today: '2026-11-18', broken: [] } as const
  const [, week] = trendSpans(outcomes, options)
  const measures = sumMeasures(
    days.flatMap((_, index) => (index >= 3 && index < 10 ? measuresOn(index) : [])),
  )
  expect(week).toEqual({
    day: '2026-11-09',
    to: '2026-11-15',
    isWhole: true,
    ...outcomeOf(2, readCounts(measures)),
  })
})

test('says why a span is not whole', () => {
  const options = { unit: 'woche', today: '2026-11-18', broken: ['2026-11-10'] } as const
  expect(trendSpans(outcomes, options).map(({ why }) => why)).toEqual([
    'nicht ganz im Zeitraum',
    'Erfassung gestört',
    'läuft noch',
  ])
})

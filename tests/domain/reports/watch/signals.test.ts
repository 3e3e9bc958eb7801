import { expect, test } from 'vitest'
import { type WatchedSeries, hoursPerDay, isCount } from '#domain/reports/watch/series.ts'
import { levelsOf } from '#domain/reports/watch/signals.ts'
import { createSummed } from '#domain/reports/watch/usual.ts'
import { days, examined, plantedSeries } from './planted-site.ts'

const month = 30.44 * hoursPerDay

function sum(values: Uint32Array, from: number, to: number): number {
  let total = 0
  for (let slot = Math.max(0, from); slot < to; slot += 1) total += values[slot]!
  return total
}

/** Counts the periods that are examined after an hour again, from the definition in the note. */
function examinedPeriods({ subject, per, all, hits }: WatchedSeries, hour: number): number {
  const length = per === 'day' ? hoursPerDay : 1
  if ((hour + 1) % length !== 0) return 0
  const to = (hour + 1) / length
  const week = (7 * hoursPerDay) / length
  const lengths = per === 'day' ? [1, 3] : [1, 3, 8, 24, 72]
  return lengths.filter((size) => {
    const from = to - size
    const weeks = Math.min(8, Math.floor(from / week))
    if (weeks < 2) return false
    const before = (values: Uint32Array) =>
      Array.from({ length: 8 }, (_, index) => (index + 1) * week)
        .filter((back) => to - back > 0)
        .reduce((total, back) => total + sum(values, from - back, to - back), 0)
    if (isCount(subject)) return before(hits) / weeks >= 20
    return sum(all, from, to) >= 20 && before(all) >= 50
  }).length
}

test('a month has a budget of half a false alarm, divided among all periods that are examined in it', () => {
  const series = plantedSeries()
  const levels = levelsOf(series.map(createSummed([])), examined)
  let spent = 0
  for (let hour = examined.from; hour < examined.to; hour += 1)
    for (const one of series) spent += levels[one.per][hour]! * examinedPeriods(one, hour)
  const months = (examined.to - examined.from) / month
  expect(spent / months).toBeCloseTo(0.5, 6)
})

test('which periods are examined does not depend on the hits', () => {
  const series = plantedSeries()
  const changed = series.map((one) => ({
    ...one,
    hits: isCount(one.subject) ? one.hits : one.all.map((runs, slot) => Math.min(runs, slot % 5)),
  }))
  expect(levelsOf(changed.map(createSummed([])), examined)).toEqual(
    levelsOf(series.map(createSummed([])), examined),
  )
  expect(days * hoursPerDay).toBe(examined.to)
})

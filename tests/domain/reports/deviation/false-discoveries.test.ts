import { expect, test } from 'vitest'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { discoveries, normalTail } from '#domain/reports/deviation/false-discoveries.ts'

test.each([
  [0, 0.5],
  [1.959964, 0.025],
  [-1.644854, 0.95],
  [3, 0.0013498980316],
  [6, 9.86587645e-10],
])('the probability of at least %f is %f', (z, expected) => {
  expect(normalTail(z) / expected).toBeCloseTo(1, 6)
})

test.each<[string, number[], boolean[]]>([
  ['nothing', [], []],
  ['a single small one', [0.04], [true]],
  ['a single large one', [0.06], [false]],
  // The second is above its limit of 0.025, but the third is at most 0.0375.
  ['all up to the last one below its limit', [0.01, 0.03, 0.037, 0.9], [true, true, true, false]],
  ['none that is small only alone', [0.04, 0.5, 0.6, 0.7], [false, false, false, false]],
])('discovers %s', (_, probabilities, expected) => {
  expect(discoveries(probabilities)).toEqual(expected)
})

test('of 20 discoveries at most one is expected to be wrong, and without effects 19 of 20 times there is none', () => {
  const chance = seededRandom(20_261_125)
  const trials = 4000
  let [wrong, wrongShare, alarms] = [0, 0, 0]
  for (let trial = 0; trial < trials; trial++) {
    const nulls = Array.from({ length: 30 }, () => chance())
    if (discoveries(nulls).includes(true)) alarms++
    const real = Array.from({ length: 10 }, () => normalTail(3 + normal(chance)))
    const found = discoveries([...real, ...nulls])
    const mistaken = found.slice(real.length).filter(Boolean).length
    wrong += mistaken
    wrongShare += mistaken / Math.max(1, found.filter(Boolean).length)
  }
  expect(alarms / trials).toBeGreaterThan(0.035)
  expect(alarms / trials).toBeLessThan(0.06)
  expect(wrong).toBeGreaterThan(0)
  expect(wrongShare / trials).toBeLessThan(0.05)
})

/** Returns a random number with a standard normal distribution (Box–Muller). */
function normal(chance: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance())
}

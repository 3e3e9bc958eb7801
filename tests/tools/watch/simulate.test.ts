import { expect, test } from 'vitest'
import { plantedFaults, simulatePlanted, simulateQuarter } from '#tools/watch/simulate.ts'

test('quiet quarters have no false alarm', { timeout: 60_000, tags: 'slow' }, () => {
  for (const seed of [1, 2, 3]) expect(simulateQuarter({ seed, runsPerDay: 120 })).toEqual([])
})

test('a planted fault is one finding that names the field', { timeout: 60_000 }, () => {
  const planted = plantedFaults[0]!
  const { found, hours, findings } = simulatePlanted(planted, { seed: 1, runsPerDay: 120 })
  expect(found).toBe(true)
  expect(hours).toBeGreaterThan(0)
  expect(hours).toBeLessThanOrEqual(planted.hours)
  expect(findings.map(({ subject }) => subject.field)).toEqual(['iban'])
  // Equal seeds give equal findings.
  expect(simulatePlanted(planted, { seed: 1, runsPerDay: 120 }).findings).toEqual(findings)
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { fieldsReport } from '#domain/reports/drop-off/fields.ts'
import { fieldsContract } from '#domain/reports/drop-off/shape.ts'
import { randomCases } from '#tests/variants.ts'

// Computes the excess loss of a message a second way: from single runs instead of counts by day and device.

const about = {
  funnel: 'anmeldung',
  funnelVersion: 1,
  funnelVersions: [],
  from: '2026-11-01',
  to: '2026-11-03',
  asOfPosition: 9,
}
const steps = anmeldung.steps.map(({ name }) => name)
const price = 4999

interface Run {
  day: string
  device: string
  /** Furthest completed step; 4 is the order. */
  stage: number
  hasLeft: boolean
  sawMessage: boolean
}

/** Runs that reached step 2, in which the message is shown. */
const anyRuns = fc.array(
  fc.record({
    day: fc.constantFrom('2026-11-01', '2026-11-02', '2026-11-03'),
    device: fc.constantFrom('mobile', 'desktop'),
    stage: fc.integer({ min: 1, max: 4 }),
    hasLeft: fc.boolean(),
    sawMessage: fc.boolean(),
  }),
  { minLength: 60, maxLength: 200 },
)

function groupsOf(runs: readonly Run[]): CountedGroup[] {
  return [...Map.groupBy(runs, ({ day, device }) => pairOf(day, device))].map(([key, alike]) => {
    const counts = new Map<string, number>()
    const add = (measure: string) => counts.set(measure, (counts.get(measure) ?? 0) + 1)
    for (const { stage, hasLeft, sawMessage } of alike) {
      for (const one of stage === 4 ? ['completed', `order:${price}`] : [`stage:${stage}`]) add(one)
      if (stage < 4 && hasLeft) add(`abandoned:${stage}`)
      if (sawMessage) add('invalid:2:adresse.plz:incomplete')
      if (sawMessage && stage === 1 && hasLeft) add('gaveUp:2:adresse.plz:incomplete')
    }
    return { key, measures: [...counts].map(([measure, number]) => ({ measure, runs: number })) }
  })
}

/** Returns the excess loss per run that saw the message, by the definition of the Mantel–Haenszel difference. */
function excessPerRun(runs: readonly Run[]): number {
  let [sum, weights] = [0, 0]
  for (const alike of Map.groupBy(runs, ({ day, device }) => pairOf(day, device)).values()) {
    const decided = alike.filter(({ stage, hasLeft }) => stage > 1 || hasLeft)
    const saw = decided.filter(({ sawMessage }) => sawMessage)
    const others = decided.filter(({ sawMessage }) => !sawMessage)
    if (saw.length === 0 || others.length === 0) continue
    const rateOf = (some: readonly Run[]) => some.filter(({ stage }) => stage === 1).length / some.length
    const weight = 1 / (1 / saw.length + 1 / others.length)
    sum += weight * (rateOf(saw) - rateOf(others))
    weights += weight
  }
  return sum / weights
}

test('the excess loss agrees with the one computed from single runs', () => {
  fc.assert(
    fc.property(anyRuns, (generated) => {
      // Open runs with the message are counted as exposed; the second computation leaves them out.
      const runs = generated.map((run) =>
        run.sawMessage && run.stage === 1 ? { ...run, hasLeft: true } : run,
      )
      const saw = runs.filter(({ sawMessage }) => sawMessage)
      fc.pre(saw.length >= 20 && runs.length - saw.length >= 30)
      const report = fieldsReport(about, { funnel: anmeldung, steps }, groupsOf(runs))
      const [row] = report.rows
      const excess = row!.excess
      if (excess === null) return
      const expected = excessPerRun(runs) * saw.length
      expect(excess.runs.value).toBeCloseTo(expected, 9)
      const [ordered, passed] = [4, 2].map((stage) => runs.filter((run) => run.stage >= stage).length)
      expect(excess.orders.value).toBeCloseTo((expected * ordered!) / passed!, 9)
      expect(excess.revenueCents.value).toBeCloseTo(excess.orders.value * price, 6)
      for (const { low, value, high } of Object.values(excess)) {
        expect(low).toBeLessThanOrEqual(value)
        expect(high).toBeGreaterThanOrEqual(value)
      }
      const byDay = ['2026-11-01', '2026-11-02', '2026-11-03'].map(
        (day) => saw.filter((run) => run.day === day).length,
      )
      expect(row!.runsByDay).toEqual(byDay)
      expect(fieldsContract.shape.parse(report)).toEqual(report)
    }),
    { numRuns: randomCases(300) },
  )
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { choicesReport } from '#domain/reports/choices/compute.ts'
import { choicesContract } from '#domain/reports/choices/shape.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { randomCases } from '#tests/variants.ts'

// Computes the excess loss of a choice a second way: from single runs instead of counts by day and device.

const days = ['2026-11-01', '2026-11-02', '2026-11-03']
const about = {
  funnel: 'anmeldung',
  funnelVersion: 1,
  funnelVersions: [],
  from: days[0]!,
  to: days[2]!,
  asOfPosition: 9,
}
const steps = anmeldung.steps.map(({ name }) => name)
const price = 4999

interface Run {
  day: string
  device: string
  /** Values by the name of the field. */
  chosen: Record<string, string>
  outcome: 'ordered' | 'left' | 'open'
}

function groupsBy(runs: readonly Run[], keyOf: (run: Run) => string): CountedGroup[] {
  return [...Map.groupBy(runs, keyOf)].map(([key, alike]) => {
    const counts = new Map<string, number>()
    const add = (measure: string) => counts.set(measure, (counts.get(measure) ?? 0) + 1)
    for (const { chosen, outcome } of alike) {
      for (const one of outcome === 'ordered' ? ['completed', `order:${price}`] : ['stage:1']) add(one)
      if (outcome === 'left') add('abandoned:1')
      for (const [field, value] of Object.entries(chosen)) {
        add(`choice:${field}:${value}`)
        if (outcome === 'left') add(`left:choice:${field}:${value}`)
        if (outcome === 'ordered') add(`value:${price}:0:choice:${field}:${value}`)
      }
    }
    return { key, measures: [...counts].map(([measure, number]) => ({ measure, runs: number })) }
  })
}

const reportOf = (runs: readonly Run[], over: Partial<typeof about> = {}) =>
  choicesReport(
    { ...about, ...over },
    { funnel: anmeldung, steps },
    {
      choices: groupsBy(runs, ({ day, device }) => pairOf(day, device)),
      dimensions: [{ by: 'device', groups: groupsBy(runs, ({ day, device }) => pairOf(day, device)) }],
    },
  )

/** Returns the excess loss per run, by the definition of the Mantel–Haenszel difference. */
function excessPerRun(runs: readonly Run[], isExposed: (run: Run) => boolean, keyOf: (run: Run) => string) {
  let [sum, weights] = [0, 0]
  for (const alike of Map.groupBy(runs, keyOf).values()) {
    const [exposed, others] = [alike.filter(isExposed), alike.filter((run) => !isExposed(run))]
    if (exposed.length === 0 || others.length === 0) continue
    const rateOf = (some: readonly Run[]) =>
      some.filter(({ outcome }) => outcome === 'left').length / some.length
    const weight = 1 / (1 / exposed.length + 1 / others.length)
    sum += weight * (rateOf(exposed) - rateOf(others))
    weights += weight
  }
  return sum / weights
}

const anyRun = fc.record({
  day: fc.constantFrom(...days),
  device: fc.constantFrom('mobile', 'desktop'),
  chosen: fc.record(
    {
      zahlungsart: fc.constantFrom('lastschrift', 'ueberweisung'),
      zahlungsrhythmus: fc.constantFrom('gesetzlich', 'vierteljaehrlich', 'jaehrlich'),
      wohnungsart: fc.constantFrom('obige', 'abweichende'),
    },
    { requiredKeys: [] },
  ),
  outcome: fc.constantFrom('ordered', 'left', 'open'),
}) as fc.Arbitrary<Run>

test('the excess loss agrees with the one computed from single runs', () => {
  fc.assert(
    fc.property(fc.array(anyRun, { minLength: 60, maxLength: 200 }), (runs) => {
      const report = reportOf(runs)
      expect(choicesContract.shape.parse(report)).toEqual(report)
      for (const row of report.rows) {
        const { field, value, excess } = row
        const isDevice = field === 'device'
        const valueOf = (run: Run) => (isDevice ? run.device : run.chosen[field])
        const known = runs.filter((run) => valueOf(run) !== undefined)
        const own = known.filter((run) => valueOf(run) === value)
        const decided = own.filter(({ outcome }) => outcome !== 'open')
        const left = own.filter(({ outcome }) => outcome === 'left').length
        expect(row).toMatchObject({
          step: { device: 0, wohnungsart: 2 }[field] ?? 3,
          initial: value === 'obige',
          runs: own.length,
          open: own.length - decided.length,
          left,
          leftRate: decided.length === 0 ? 0 : left / decided.length,
        })
        if (excess === null) continue
        const expected = excessPerRun(
          known.filter(({ outcome }) => outcome !== 'open'),
          (run) => valueOf(run) === value,
          ({ day, device }) => (isDevice ? day : `${day} ${device}`),
        )
        expect(excess.rate.value).toBeCloseTo(expected, 9)
        expect(excess.orders.value).toBeCloseTo(expected * decided.length, 9)
        expect(excess.revenueCents.value).toBeCloseTo(excess.orders.value * price, 6)
        for (const { low, value: middle, high } of Object.values(excess)) {
          expect(low).toBeLessThanOrEqual(middle)
          expect(high).toBeGreaterThanOrEqual(middle)
        }
      }
      const estimated = report.rows.filter(({ excess }) => excess !== null)
      expect(report.rows.slice(0, estimated.length)).toEqual(
        estimated.toSorted((a, b) => b.excess!.revenueCents.value - a.excess!.revenueCents.value),
      )
    }),
    { numRuns: randomCases(100) },
  )
})

const many = (runs: number, run: Run): Run[] => Array.from({ length: runs }, () => run)
const chose = (value: string, outcome: Run['outcome'], over: Partial<Run> = {}): Run => ({
  day: days[0]!,
  device: 'mobile',
  chosen: { zahlungsart: value },
  outcome,
  ...over,
})

test('only a loss that is hardly due to chance is certain', () => {
  const runs = [
    ...many(120, chose('lastschrift', 'left')),
    ...many(180, chose('lastschrift', 'ordered')),
    ...many(60, chose('ueberweisung', 'left')),
    ...many(240, chose('ueberweisung', 'ordered')),
  ]
  expect(reportOf(runs).rows.map(({ value, certain }) => [value, certain])).toEqual([
    ['lastschrift', true],
    ['ueberweisung', false],
  ])
  const fewer = runs.filter((_, index) => index % 10 === 0)
  expect(reportOf(fewer).rows.map(({ certain }) => certain)).toEqual([false, false])
})

const dwelling = (value: string) => chose('lastschrift', 'left', { chosen: { wohnungsart: value } })

test('a field with a single value is left out, and an initial value has no estimate', () => {
  expect(reportOf(many(50, dwelling('obige'))).rows).toEqual([])
  const { rows } = reportOf([...many(50, dwelling('obige')), ...many(50, dwelling('abweichende'))])
  expect(rows.map(({ value, initial, excess }) => [value, initial, excess !== null])).toEqual([
    ['abweichende', false, true],
    ['obige', true, false],
  ])
})

test('labels fields and values in German', () => {
  const chosen = { zahlungsart: 'lastschrift', naechstmoeglich: 'true' }
  const others = { zahlungsart: 'ueberweisung', naechstmoeglich: 'false' }
  const { rows } = reportOf([
    ...many(9, chose('', 'left', { chosen })),
    ...many(9, chose('', 'ordered', { chosen: others, device: 'desktop' })),
  ])
  expect(rows.map(({ label, valueLabel }) => `${label}: ${valueLabel}`).toSorted()).toEqual([
    'Gerät: Computer',
    'Gerät: Telefon',
    'Zahlungsart: Durch Lastschrift',
    'Zahlungsart: Durch Überweisung',
    'Zum nächstmöglichen Zeitpunkt anmelden: angekreuzt',
    'Zum nächstmöglichen Zeitpunkt anmelden: nicht angekreuzt',
  ])
})

test('the days tell a chronic difference from a fault of one day', () => {
  const others = days.flatMap((day) => [
    ...many(10, chose('ueberweisung', 'left', { day })),
    ...many(30, chose('ueberweisung', 'ordered', { day })),
  ])
  const daily = (left: readonly number[]) =>
    days.flatMap((day, index) => [
      ...many(left[index]!, chose('lastschrift', 'left', { day })),
      ...many(40 - left[index]!, chose('lastschrift', 'ordered', { day })),
    ])
  const byDay = (left: readonly number[]) =>
    reportOf([...others, ...daily(left)]).rows.find(({ value }) => value === 'lastschrift')?.excessOrdersByDay
  expect(byDay([18, 18, 18])).toEqual([8, 8, 8])
  expect(byDay([10, 34, 10])).toEqual([0, 24, 0])
})

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { choicesReport } from '#domain/reports/choices/compute.ts'
import { choicesContract } from '#domain/reports/choices/shape.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { allVariants } from '#tests/variants.ts'

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
    { numRuns: allVariants ? 100 : 30 },
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

const fields = {
  naechstmoeglich: ['true', 'false'],
  wohnungsart: ['obige', 'obige', 'obige', 'abweichende'],
  zahlungsrhythmus: ['gesetzlich', 'vierteljaehrlich', 'halbjaehrlich', 'jaehrlich'],
  zahlungsart: ['lastschrift', 'lastschrift', 'ueberweisung'],
}

/** Invents runs of 28 days in which choices have the given effects on the probability of leaving. Returns the rows. */
function invent(chance: () => number, effects: Readonly<Record<string, number>>) {
  const pick = (values: readonly string[]) => values[Math.floor(chance() * values.length)]!
  const groups = new Map<string, Map<string, number>>()
  for (let run = 0; run < 900; run++) {
    const [day, device] = [1 + Math.floor(chance() * 28), pick(['mobile', 'mobile', 'tablet', 'desktop'])]
    const chosen = Object.entries(fields).map(([field, values]) => [field, pick(values)] as const)
    // Days and devices differ, which must not be taken for an effect of a choice.
    const usual = 0.35 + 0.1 * Math.sin(day) + (device === 'mobile' ? 0.06 : 0)
    const risk = chosen.reduce((sum, [, value]) => sum + (effects[value] ?? 0), usual)
    const outcome = chance() < risk ? 'left' : `value:${price}:0`
    const key = pairOf(`2026-11-${String(day).padStart(2, '0')}`, device)
    const counts = groups.get(key) ?? new Map<string, number>()
    groups.set(key, counts)
    for (const [field, value] of chosen) {
      const name = `${outcome}:choice:${field}:${value}`
      counts.set(name, (counts.get(name) ?? 0) + 1)
    }
  }
  const choices = [...groups].map(([key, counts]) => ({
    key,
    measures: [...counts].map(([measure, runs]) => ({ measure, runs })),
  }))
  const month = { ...about, from: '2026-11-01', to: '2026-11-28' }
  const { rows } = choicesReport(month, { funnel: anmeldung, steps }, { choices, dimensions: [] })
  return rows.flatMap(({ value, excess, certain }) =>
    excess === null ? [] : { value, difference: excess.rate, certain },
  )
}

/** The bounds below are those of 250 trials, and the random numbers are always the same. */
const trials = allVariants ? 250 : 100

test('without effects, at most one of 20 reports names a choice', { timeout: 120_000 }, () => {
  const chance = seededRandom(20_261_125)
  let [alarms, above, wrong, intervals] = [0, 0, 0, 0]
  for (let trial = 0; trial < trials; trial++) {
    const rows = invent(chance, {})
    if (rows.some(({ certain }) => certain)) alarms++
    if (rows.some(({ difference }) => difference.low > 0)) above++
    wrong += rows.filter(({ difference: { low, high } }) => low > 0 || high < 0).length
    intervals += rows.length
  }
  // Each interval by itself is right 19 of 20 times. One of them is above zero more often.
  expect(wrong / intervals).toBeGreaterThan(0.035)
  expect(wrong / intervals).toBeLessThan(0.065)
  expect(above / trials).toBeGreaterThan(0.1)
  // 0.05, and three standard deviations of this estimate
  expect(alarms / trials).toBeLessThan(0.092)
})

test(
  'a loss of 15 points is found, and of 20 named choices at most one is wrong',
  { timeout: 120_000 },
  () => {
    const chance = seededRandom(20_261_126)
    let [found, covered, wrongShare] = [0, 0, 0]
    for (let trial = 0; trial < trials; trial++) {
      const rows = invent(chance, { lastschrift: 0.15 })
      const named = rows.filter(({ certain }) => certain)
      const wrong = named.filter(({ value }) => value !== 'lastschrift').length
      if (wrong < named.length) found++
      wrongShare += wrong / Math.max(1, named.length)
      const { low, high } = rows.find(({ value }) => value === 'lastschrift')!.difference
      if (low <= 0.15 && 0.15 <= high) covered++
    }
    expect(found / trials).toBeGreaterThan(0.9)
    expect(wrongShare / trials).toBeLessThan(0.05)
    expect(covered / trials).toBeGreaterThan(0.905)
    expect(covered / trials).toBeLessThan(0.99)
  },
)

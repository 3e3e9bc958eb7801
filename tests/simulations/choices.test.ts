import { expect, test } from 'vitest'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { seededRandom } from '#domain/invented-data/chance.ts'
import { choicesReport } from '#domain/reports/choices/compute.ts'
import { pairOf } from '#domain/reports/pair-keys.ts'
import { allVariants } from '#tests/variants.ts'

// Error rates of the report on choices, in invented months.

const price = 4999
const steps = anmeldung.steps.map(({ name }) => name)
const month = {
  funnel: 'anmeldung',
  funnelVersion: 1,
  funnelVersions: [],
  from: '2026-11-01',
  to: '2026-11-28',
  asOfPosition: 9,
}

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

import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Field } from '#domain/forms/define-field.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { silentContract } from '#domain/reports/drop-off/silent-shape.ts'
import { silentReport } from '#domain/reports/drop-off/silent.ts'
import { fieldTimeBucket } from '#domain/runs/buckets/field-time-buckets.ts'
import { randomCases } from '#tests/variants.ts'

// Computes the differences between lost and completed runs a second way: from single runs instead of measures.

const about = {
  funnel: 'anmeldung',
  funnelVersion: 1,
  funnelVersions: [],
  from: '2026-11-01',
  to: '2026-11-03',
  asOfPosition: 9,
}
const steps = anmeldung.steps.map(({ name }) => name)
/** Funnel in which `vorname` may be left empty. */
const funnel = {
  ...anmeldung,
  steps: anmeldung.steps.map((step) => ({
    ...step,
    fields: step.fields.map((field): Field =>
      field.name === 'vorname' ? ({ ...field, required: false } as Field) : field,
    ),
  })),
}

/** Runs that used the field `vorname` of step 1, and either completed the step or were lost there without a message. */
const anyRuns = fc.array(
  fc.record({
    device: fc.constantFrom('mobile', 'desktop', 'tablet'),
    fate: fc.constantFrom('left' as const, 'passed' as const),
    ms: fc.integer({ min: 0, max: 90_000 }),
    corrected: fc.boolean(),
    neverFilled: fc.boolean(),
  }),
  { minLength: 40, maxLength: 150 },
)
type Run = typeof anyRuns extends fc.Arbitrary<(infer One)[]> ? One : never

function groupsOf(runs: readonly Run[]): CountedGroup[] {
  return [...Map.groupBy(runs, ({ device }) => device)].map(([key, alike]) => {
    const counts = new Map<string, number>()
    const add = (measure: string) => counts.set(measure, (counts.get(measure) ?? 0) + 1)
    for (const { fate, ms, corrected, neverFilled } of alike) {
      for (const one of fate === 'left' ? ['stage:0', 'abandoned:0', 'silent:1'] : ['stage:1']) add(one)
      add(`fieldTime:1:${fate}:vorname:${fieldTimeBucket(ms)}`)
      if (corrected) add(`corrected:1:${fate}:vorname`)
      if (neverFilled) add(`neverFilled:1:${fate}:vorname`)
    }
    return { key, measures: [...counts].map(([measure, number]) => ({ measure, runs: number })) }
  })
}

/** Returns the weighted mean of the differences within devices, by the definition of Mantel and Haenszel. */
function differenceOf(runs: readonly Run[], holds: (run: Run) => boolean): number {
  let [sum, weights] = [0, 0]
  for (const alike of Map.groupBy(runs, ({ device }) => device).values()) {
    const [left, passed] = ['left', 'passed'].map((fate) => alike.filter((run) => run.fate === fate))
    if (left!.length === 0 || passed!.length === 0) continue
    const shareOf = (some: readonly Run[]) => some.filter(holds).length / some.length
    const weight = 1 / (1 / left!.length + 1 / passed!.length)
    sum += weight * (shareOf(left!) - shareOf(passed!))
    weights += weight
  }
  return sum / weights
}

test('the differences agree with those computed from single runs', () => {
  fc.assert(
    fc.property(anyRuns, (runs) => {
      const report = silentReport(about, { funnel, steps }, groupsOf(runs))
      expect(silentContract.shape.parse(report)).toEqual(report)
      const [{ fields, lost, silent }] = report.steps as [(typeof report.steps)[number]]
      const left = runs.filter(({ fate }) => fate === 'left')
      expect([lost, silent]).toEqual([left.length, left.length])
      const [field] = fields
      const { difference, slowBucket } = field!
      const slow = ({ ms }: Run) => ms >= 1000 * 1.5 ** (slowBucket! - 1)
      for (const [estimate, holds] of [
        [difference.slow, slow],
        [difference.corrected, ({ corrected }: Run) => corrected],
        [difference.neverFilled, ({ neverFilled }: Run) => neverFilled],
      ] as const) {
        if (estimate === null) continue
        expect(estimate.value).toBeCloseTo(differenceOf(runs, holds), 9)
        expect(estimate.low).toBeLessThanOrEqual(estimate.value)
        expect(estimate.high).toBeGreaterThanOrEqual(estimate.value)
      }
    }),
    { numRuns: randomCases(200) },
  )
})

const group = (fate: 'left' | 'passed', runs: number, empty: number): Run[] =>
  Array.from({ length: runs }, (_, index) => ({
    device: 'mobile',
    fate,
    ms: 4000,
    corrected: false,
    neverFilled: index < empty,
  }))

test('a difference is certain only if its interval excludes zero', () => {
  const differences = [
    [...group('left', 100, 40), ...group('passed', 100, 5)],
    [...group('left', 20, 2), ...group('passed', 20, 1)],
    [...group('left', 7, 7), ...group('passed', 100, 0)],
  ].map(
    (runs) =>
      silentReport(about, { funnel, steps }, groupsOf(runs)).steps[0]!.fields[0]!.difference.neverFilled,
  )
  expect(differences[0]!.low).toBeGreaterThan(0.2)
  expect(differences[1]!.low).toBeLessThan(0)
  // Too few runs for an estimate.
  expect(differences[2]).toBeNull()
})

test('required fields are not compared by whether they were left empty', () => {
  const runs = [...group('left', 100, 40), ...group('passed', 100, 0)]
  const [field] = silentReport(about, { funnel: anmeldung, steps }, groupsOf(runs)).steps[0]!.fields
  expect(field!.difference.neverFilled).toBeNull()
  expect(field!.difference.corrected).not.toBeNull()
})

test('fields are listed as the form shows them, and the last fields by runs', () => {
  const measures = ['geburtsdatum', 'vorname', 'anrede']
    .map((field) => ({ measure: `fieldTime:1:passed:${field}:4`, runs: 3 }))
    .concat([
      { measure: 'stage:0', runs: 9 },
      { measure: 'abandoned:0', runs: 9 },
      { measure: 'silent:1', runs: 8 },
      { measure: 'lastField:1:vorname', runs: 2 },
      { measure: 'lastField:1:-', runs: 3 },
    ])
  const [step] = silentReport(about, { funnel: anmeldung, steps }, [{ key: 'mobile', measures }]).steps
  expect(step!.fields.map(({ field }) => field)).toEqual(['anrede', 'vorname', 'geburtsdatum'])
  expect(step).toMatchObject({
    lost: 9,
    silent: 8,
    unknownLastField: 3,
    lastFields: [
      { field: null, label: null, runs: 3, share: 0.6 },
      { field: 'vorname', label: 'Vorname', runs: 2, share: 0.4 },
    ],
  })
})

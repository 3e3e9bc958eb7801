import * as fc from 'fast-check'
import { v4 as uuidv4, v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { variantOf } from '#domain/experiments/assign-variant.ts'
import { experimentMistakesOf } from '#domain/experiments/experiment-mistakes.ts'
import { funnelOfRun, funnelOfVariant } from '#domain/experiments/variant-funnel.ts'
import { checkForm } from '#domain/forms/check-form.ts'
import type { Experiment } from '#domain/forms/define-experiment.ts'
import { fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { mistakesOf } from '#domain/forms/funnel-mistakes.ts'
import { abmeldung } from '#domain/funnels/abmeldung.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { anmeldungForm, noon } from '#tests/build-events.ts'
import { allVariants } from '#tests/variants.ts'
import { experiment, triedAnmeldung } from './funnel-with-experiment.ts'

const day = 24 * 3600 * 1000
const today = { year: 2026, month: 11, day: 20 }
const [control, changed] = experiment.variants as [Experiment['variants'][0], Experiment['variants'][0]]

const anyRun = fc
  .record({
    at: fc.integer({ min: 0, max: 90 * day }),
    seed: fc.uint8Array({ minLength: 16, maxLength: 16 }),
  })
  .map(({ at, seed }) => uuidv7({ msecs: noon + at, random: seed }))

/** Counts the variants of `runs` runs, whose ids differ as those of visitors do. */
function countVariants(runs: number, weights: readonly number[]): number[] {
  const variants = weights.map((weight, index) => ({ key: `v${index}`, weight }))
  const experiments = [{ ...experiment, variants: [variants[0]!, ...variants.slice(1)] }] as const
  const counts = weights.map(() => 0)
  for (let index = 0; index < runs; index += 1) {
    const random = Uint8Array.from({ length: 16 }, (_, at) => (index * (at + 7) * 2_654_435_761) >>> 24)
    const key = variantOf({ experiments }, uuidv7({ msecs: noon + index * 977, random }))!.variant.key
    counts[Number(key.slice(1))]! += 1
  }
  return counts
}

describe('the assignment of a run', () => {
  test('is the same every time, and depends on nothing but funnel and run id', () =>
    fc.assert(
      fc.property(anyRun, (runId) => {
        const copy = structuredClone(experiment)
        expect(variantOf({ experiments: [copy] }, runId)?.variant.key).toBe(
          variantOf(triedAnmeldung, runId)!.variant.key,
        )
      }),
    ))

  // The ids are fixed, so the counts are as well. The bounds are five standard deviations.
  test.each([[[50, 50]], [[25, 75]], [[34, 33, 33]], [[99, 1]]])(
    'divides runs by the weights %j',
    (weights) => {
      const runs = allVariants ? 20_000 : 5000
      for (const [index, count] of countVariants(runs, weights).entries()) {
        const share = weights[index]! / 100
        expect(Math.abs(count - runs * share)).toBeLessThan(5 * Math.sqrt(runs * share * (1 - share)))
      }
    },
  )

  test('begins and ends with the experiment, by the time in the run id', () => {
    const from = Date.parse(experiment.from)
    const experiments = [{ ...experiment, until: new Date(noon).toISOString() }]
    const isIn = (msecs: number) => variantOf({ experiments }, uuidv7({ msecs })) !== undefined
    expect([from - 1, from, noon - 1, noon].map(isIn)).toEqual([false, true, true, false])
  })

  test('does not exist without experiments', () => {
    expect(variantOf(anmeldung, uuidv7({ msecs: noon }))).toBeUndefined()
  })

  // Read as a time, the first bytes of most random ids are thousands of years from now.
  test('does not exist for ids of other versions, whatever time their bytes look like', () =>
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 16, maxLength: 16 }), anyRun, (random, runId) => {
        const sameTime = `${runId.slice(0, 14)}4${runId.slice(15)}`
        for (const id of [uuidv4({ random }), sameTime]) expect(variantOf(triedAnmeldung, id)).toBeUndefined()
      }),
    ))
})

describe('the funnel of a variant', () => {
  const funnel = funnelOfVariant(triedAnmeldung, changed)

  test('is the funnel itself for the control and outside of experiments', () => {
    expect(funnelOfRun(anmeldung, uuidv7({ msecs: noon }))).toBe(anmeldung)
    fc.assert(
      fc.property(anyRun, (runId) => {
        const made = funnelOfRun(triedAnmeldung, runId)
        if (variantOf(triedAnmeldung, runId)!.variant === control) expect(made).toEqual(triedAnmeldung)
        else expect(made).toBe(funnel)
        // Other caches have funnels as keys.
        expect(funnelOfRun(triedAnmeldung, runId)).toBe(made)
      }),
    )
  })

  test('has the texts of the variant, and all else as before', () => {
    const fields = fieldsByNameOf(funnel)
    expect(fields.get('email')!.label).toBe('Wohin schicken wir die Bestätigung?')
    expect(funnel.steps[2]!.subtitle).toBe('Zahlung')
    expect(funnel.steps[2]!.title).toBe(anmeldung.steps[2]!.title)
    expect(funnel.steps[0]!.fields).toEqual(anmeldung.steps[0]!.fields)
    expect([...fields.keys()]).toEqual([...fieldsByNameOf(anmeldung).keys()])
    expect(mistakesOf(funnel)).toEqual([])
  })

  test('relaxes one rule, and no other', () => {
    const { zahlungsrhythmus: _, ...form } = anmeldungForm
    const missing = checkForm(triedAnmeldung, form, today).issues
    expect(missing.map(({ field, rule }) => `${field} ${rule}`)).toEqual(['zahlungsrhythmus required'])
    expect(checkForm(funnel, form, today).issues).toEqual([])
    expect(checkForm(funnel, { ...form, iban: 'DE1' }, today).issues).not.toEqual([])
  })
})

const mistakes = (...experiments: Experiment[]) => experimentMistakesOf({ ...anmeldung, experiments })

describe('mistakes in experiments', () => {
  const withChange = (change: Partial<Experiment['variants'][0]>): Experiment => ({
    ...experiment,
    variants: [control, { key: 'b', weight: 50, ...change }],
  })

  test('are none in a sound one, and none without any', () => {
    expect(mistakes(experiment)).toEqual([])
    expect(experimentMistakesOf(anmeldung)).toEqual([])
  })

  const until = '2026-12-24T00:00:00+01:00'

  test('do not include a relaxed field that has become optional after the end', () => {
    const relaxed = withChange({ fields: { abweichenderKontoinhaber: { required: false } } })
    expect(mistakes({ ...relaxed, until })).toEqual([])
  })

  test('include a variant without changes after the end, too', () => {
    for (const change of [{}, { fields: { email: {} } }])
      expect(mistakes({ ...withChange(change), until })).toEqual(['interval:b changes nothing'])
  })

  test.each<[string, Experiment[]]>([
    ['experiment interval is declared twice', [experiment, experiment]],
    ['experiments interval and other overlap', [experiment, { ...experiment, key: 'other' }]],
    [
      'experiment interval must begin and end at times with an offset',
      [{ ...experiment, from: '2026-12-01' }],
    ],
    [
      'experiment interval must begin and end at times with an offset',
      [{ ...experiment, until: '2025-12-01T00:00:00Z' }],
    ],
    ['experiment A must be lower-case words joined by hyphens', [{ ...experiment, key: 'A' }]],
    ['interval:b changes nothing', [withChange({})]],
    [
      'the weights of interval must be whole numbers above 0 that add up to 100',
      [withChange({ ...changed, weight: 49 })],
    ],
    [
      'the weights of interval must be whole numbers above 0 that add up to 100',
      [
        {
          ...experiment,
          variants: [
            { ...control, weight: 49.5 },
            { ...changed, weight: 50.5 },
          ],
        },
      ],
    ],
    ['interval:a is declared twice', [withChange({ ...changed, key: 'a' })]],
    ['experiment interval needs 2 to 4 variants', [{ ...experiment, variants: [control] }]],
    [
      'interval:b is the funnel as it is and must change nothing',
      [{ ...experiment, variants: [changed, { ...changed, key: 'c' }] }],
    ],
    ['experiment interval has no hypothesis', [{ ...experiment, hypothesis: ' ' }]],
    ['experiment interval has an outcome but no end', [{ ...experiment, outcome: 'b' }]],
    [
      'experiment interval is planned for a rate or lift that is not between 0 and 1',
      [{ ...experiment, plan: { rate: 1, lift: 0.1 } }],
    ],
    ['interval:b changes strasse, which is not a visible field', [withChange({ fields: { strasse: {} } })]],
    [
      'interval:b changes vorname, but the first step is the same for all',
      [withChange({ fields: { vorname: { label: 'Name' } } })],
    ],
    [
      'interval:b changes persoenliche-daten, which is not a step after the first',
      [withChange({ steps: { 'persoenliche-daten': { title: 'Person' } } })],
    ],
    [
      'interval:b changes the consent datenschutz',
      [withChange({ fields: { datenschutz: { label: 'Ich stimme zu' } } })],
    ],
    [
      'interval:b relaxes more than one rule',
      [withChange({ fields: { zahlungsrhythmus: { required: false }, zahlungsart: { required: false } } })],
    ],
    [
      'interval:b relaxes email, without which no order can be carried out',
      [withChange({ fields: { email: { required: false } } })],
    ],
    [
      'interval:b relaxes abweichenderKontoinhaber, which is optional',
      [withChange({ fields: { abweichenderKontoinhaber: { required: false } } })],
    ],
  ])('%s', (message, experiments) => {
    expect(mistakes(...experiments)).toContain(message)
  })

  // Only the reason chosen in step 1 decides that this person is billed.
  test('include a relaxed name of the person billed, whatever option decides who that is', () => {
    const variants = withChange({ fields: { bestaetigungNachname: { required: false } } })
    expect(experimentMistakesOf({ ...abmeldung, experiments: [variants] })).toContain(
      'interval:b relaxes bestaetigungNachname, without which no order can be carried out',
    )
  })

  test('include texts that the wording of the field replaces', () => {
    const worded = {
      ...anmeldung,
      steps: anmeldung.steps.map((step) => ({
        ...step,
        fields: step.fields.map((field) =>
          field.name === 'email' ? { ...field, wording: () => ({ label: 'E-Mail' }) } : field,
        ),
      })),
    }
    const email = { label: 'Adresse für die Bestätigung' }
    const found = (change: object) =>
      experimentMistakesOf({ ...worded, experiments: [withChange({ fields: { email: change } })] })
    expect(found(email)).toEqual([
      'interval:b changes texts of email, but not its wording, which replaces them',
    ])
    expect(found({ wording: () => email })).toEqual([])
  })
})

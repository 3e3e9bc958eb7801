import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { missedStages, readCounts } from '#domain/reports/counted-runs.ts'
import { type Stratum, riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import { noField } from '#domain/runs/field-measures.ts'
import { bucketEnd, medianFieldSeconds } from '#domain/runs/buckets/field-time-buckets.ts'
import { type AboutRuns, type CountedGroup, sumMeasures } from './compute.ts'
import { labelOf } from './field-label.ts'
import { type Fate, type UsedFields, emptyUse, fieldKey, readUsedFields, slowAfter } from './used-fields.ts'
import type { ComparedField, FieldGroup, SilentReport } from './silent-shape.ts'

/** Kinds of measures that the report reads. */
export const silentKinds = [
  'stage',
  'completed',
  'abandoned',
  'silent',
  'lastField',
  'fieldTime',
  'corrected',
  'neverFilled',
] as const

/** Shares that are compared. */
const shares = ['slow', 'corrected', 'neverFilled'] as const

/**
 * Returns the report on losses without a message. `steps` are the step names of the counted funnel versions; `groups` are
 * measures by device, within which runs are compared.
 */
export function silentReport(
  about: AboutRuns,
  { funnel, steps }: { funnel: Funnel; steps: readonly string[] },
  groups: readonly CountedGroup[],
): SilentReport {
  const summed = sumMeasures(groups.flatMap(({ measures }) => measures))
  const missed = missedStages(steps.length, readCounts(summed))
  const all = readUsedFields(summed)
  // Sorted, so that the sums of fractions do not depend on the order in which a database returns the groups.
  const byDevice = groups
    .toSorted((a, b) => compareText(a.key, b.key))
    .map(({ measures }) => readUsedFields(measures))
  return {
    ...about,
    timezone: 'Europe/Berlin',
    steps: steps.map((stepName, index) => {
      const step = index + 1
      const { lost } = missed[index]!
      const silent = all.silent.get(step) ?? 0
      const lastFields = all.lastFields.filter((one) => one.step === step)
      const known = lastFields.reduce((sum, { runs }) => sum + runs, 0)
      return {
        step,
        stepName,
        lost,
        silent,
        silentRate: rate(silent, lost),
        lastFields: lastFields
          .toSorted((a, b) => b.runs - a.runs || compareText(a.field, b.field))
          .map(({ field, runs }) => ({
            field: field === noField ? null : field,
            label: field === noField ? null : labelOf(funnel, field),
            runs,
            share: rate(runs, known),
          })),
        unknownLastField: silent - known,
        fields: inFormOrder(funnel, all.fieldsOf(step)).map((field) =>
          comparedField({ funnel, step, field }, { all, byDevice }),
        ),
      }
    }),
  }
}

/** Sorts fields as the form shows them. Fields that exist only in an earlier version of the funnel come last. */
function inFormOrder(funnel: Funnel, fields: readonly string[]): string[] {
  const names = [...fieldsByNameOf(funnel).keys()]
  const placeOf = (field: string) => {
    const place = names.indexOf(field.split('.')[0]!)
    return place === -1 ? names.length : place
  }
  return fields.toSorted((a, b) => placeOf(a) - placeOf(b) || compareText(a, b))
}

function comparedField(
  { funnel, step, field }: { funnel: Funnel; step: number; field: string },
  { all, byDevice }: { all: UsedFields; byDevice: readonly UsedFields[] },
): ComparedField {
  const limit = slowAfter(useOf(all, 'passed').times)
  const differenceOf = (share: (typeof shares)[number]) => {
    const strata = byDevice.map((of): Stratum => {
      const [left, passed] = (['left', 'passed'] as const).map((fate) => groupOf(useOf(of, fate), limit))
      return {
        exposed: left!.runs,
        exposedLost: left![share],
        others: passed!.runs,
        othersLost: passed![share],
      }
    })
    return riskDifference(strata)?.difference ?? null
  }
  return {
    field,
    label: labelOf(funnel, field),
    left: groupOf(useOf(all, 'left'), limit),
    passed: groupOf(useOf(all, 'passed'), limit),
    longerThanSeconds: limit === undefined ? null : Number(bucketEnd(limit).toPrecision(2)),
    slowBucket: limit === undefined ? null : limit + 1,
    difference: {
      slow: limit === undefined ? null : differenceOf('slow'),
      corrected: differenceOf('corrected'),
      // No run passes a step while a required field is empty, so the comparison would always find a difference.
      neverFilled: isOptional(funnel, field) ? differenceOf('neverFilled') : null,
    },
  }

  function useOf(of: UsedFields, fate: Fate) {
    return of.uses.get(fieldKey({ step, fate, field })) ?? emptyUse
  }
}

function isOptional(funnel: Funnel, field: string): boolean {
  return fieldsByNameOf(funnel).get(field.split('.')[0]!)?.required === false
}

/** Returns the figures of a group. Times in a bucket after `limit` are slow. */
function groupOf({ times, corrected, neverFilled }: typeof emptyUse, limit: number | undefined): FieldGroup {
  return {
    runs: runsIn([...times]),
    medianSeconds: medianFieldSeconds(times),
    slow: limit === undefined ? 0 : runsIn([...times].filter(([bucket]) => bucket > limit)),
    corrected,
    neverFilled,
  }
}

function runsIn(times: readonly (readonly [bucket: number, runs: number])[]): number {
  return times.reduce((sum, [, runs]) => sum + runs, 0)
}

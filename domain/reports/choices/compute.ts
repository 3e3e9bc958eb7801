import { choiceFieldsOf, choiceLabel, initialValueOf } from '#domain/forms/choice-fields.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { readCounts } from '#domain/reports/counted-runs.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { discoveries } from '#domain/reports/deviation/false-discoveries.ts'
import { type AboutRuns, type CountedGroup, sumMeasures } from '#domain/reports/drop-off/compute.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'
import { type ComparedValue, compareValues, scale } from './compare-values.ts'
import { type ComparableRuns, choiceKinds, readChoices, readDimension } from './counted-values.ts'
import type { ChoicesReport, ComparedDimension } from './shape.ts'

/** Kinds of measures of the choices. Those of the dimensions are `endKinds`. */
export const choicesKinds = [...choiceKinds, 'completed', 'order'] as const

/** Maximum number of days in `excessOrdersByDay`. */
const maxDays = 28

export interface CountedChoices {
  /** Measures by day and device. */
  choices: readonly CountedGroup[]
  /** Measures by day and the value of a dimension. */
  dimensions: readonly { by: ComparedDimension; groups: readonly CountedGroup[] }[]
}

/** A field or dimension, and its comparable runs. */
interface Compared {
  about: Pick<Row, 'step' | 'field' | 'label'>
  labelOf: (value: string) => string
  /** Value of the field until the visitor changes it. */
  initial?: string | undefined
  groups: readonly ComparableRuns[]
}

type Row = ChoicesReport['rows'][number]

/**
 * Returns the choices of visitors, and by how much more or less often they left than comparable runs with other choices.
 * `steps` are the step names of the counted funnel versions.
 */
export function choicesReport(
  about: AboutRuns,
  { funnel, steps }: { funnel: Funnel; steps: readonly string[] },
  { choices, dimensions }: CountedChoices,
): ChoicesReport {
  const fields = readChoices(inOrder(choices))
  const compared: Compared[] = [
    ...choiceFieldsOf(funnel).map(({ field, stepName }) => ({
      about: { step: steps.indexOf(stepName) + 1, field: field.name, label: field.label },
      labelOf: (value: string) => choiceLabel(field, value),
      initial: initialValueOf(field)?.toString(),
      groups: fields.get(field.name) ?? [],
    })),
    ...dimensions.map(({ by, groups }) => ({
      about: { step: 0, field: by, label: dimensionNames[by] },
      labelOf: (value: string) => valueName(by, value),
      groups: readDimension(inOrder(groups)),
    })),
  ]
  const { revenueCents, completed } = readCounts(sumMeasures(choices.flatMap(({ measures }) => measures)))
  const days = daysOf(about).slice(-maxDays)
  const rows = compared.flatMap((one) => rowsOf(one, { days, meanCents: rate(revenueCents, completed) }))
  return { ...about, timezone: 'Europe/Berlin', rows: markCertain(rows).toSorted(compareRows) }
}

/** Sorts groups, so that the sums of fractions do not depend on the order in which a database returns the groups. */
function inOrder(groups: readonly CountedGroup[]): CountedGroup[] {
  return groups.toSorted((a, b) => compareText(a.key, b.key))
}

type Estimated = Omit<Row, 'certain'> & Pick<ComparedValue, 'probability'>

function rowsOf(
  { about, labelOf, initial, groups }: Compared,
  { days, meanCents }: { days: readonly string[]; meanCents: number },
): Estimated[] {
  return compareValues(groups, { days, uncompared: initial }).map(
    ({ value, ordered, excess, ...compared }) => ({
      ...about,
      value,
      valueLabel: labelOf(value),
      initial: value === initial,
      ...compared,
      open: compared.runs - compared.left - ordered,
      leftRate: rate(compared.left, compared.left + ordered),
      excess: excess && { ...excess, revenueCents: scale(excess.orders, meanCents) },
    }),
  )
}

/** Marks the rows whose loss is hardly due to chance, although many rows are examined. */
function markCertain(rows: readonly Estimated[]): Row[] {
  const examined = rows.filter(({ probability }) => probability !== null)
  const found = discoveries(examined.map(({ probability }) => probability!))
  const certain = new Set(examined.filter((_, index) => found[index]))
  return rows.map((row) => {
    const { probability: _, ...shown } = row
    return { ...shown, certain: certain.has(row) && row.excess!.rate.low > 0 }
  })
}

/** Returns the estimated cost in cents. Rows without an estimate come last. */
function costOf({ excess }: Row): number {
  return excess?.revenueCents.value ?? -Number.MAX_VALUE
}

function compareRows(a: Row, b: Row): number {
  return (
    costOf(b) - costOf(a) || a.step - b.step || compareText(a.field, b.field) || compareText(a.value, b.value)
  )
}

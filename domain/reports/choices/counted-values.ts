import { type MeasureCount, readEnds } from '#domain/reports/counted-runs.ts'
import type { CountedGroup } from '#domain/reports/drop-off/compute.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'

/** Runs with a value, by how they ended. Those that neither left nor ordered are open. */
export interface ValueCounts {
  runs: number
  left: number
  ordered: number
}

/** Comparable runs: those of one day, and of one device unless the compared values are those of a dimension. */
export interface ComparableRuns {
  day: string
  values: ReadonlyMap<string, ValueCounts>
}

/** Kinds of the measures that `readChoices` reads. */
export const choiceKinds = ['choice', 'left:choice', 'value:choice'] as const

const choiceMeasure = /^(?:(left):|(value):\d+:\d+:)?choice:([^:]+):(.+)$/

/** Reads measures by day and device. Returns the comparable runs of each field, by its name. */
export function readChoices(groups: readonly CountedGroup[]): Map<string, ComparableRuns[]> {
  const fields = new Map<string, ComparableRuns[]>()
  const choiceOf = readNames()
  for (const { key, measures } of groups) {
    const day = valuesOfPair(key)[0]
    for (const [field, values] of valuesByField(measures, choiceOf)) {
      const known = fields.get(field) ?? []
      fields.set(field, known)
      known.push({ day, values })
    }
  }
  return fields
}

/** What a measure of a choice counts; null for all other measures. */
type ChoiceOf = (measure: string) => { field: string; value: string; counted: keyof ValueCounts } | null

/** Returns a function that reads the names of measures. It reads each name once, because all groups have the same. */
function readNames(): ChoiceOf {
  const known = new Map<string, ReturnType<ChoiceOf>>()
  return (measure) => {
    let read = known.get(measure)
    if (read === undefined) {
      const [, left, ordered, field, value] = choiceMeasure.exec(measure) ?? []
      const counted = left ? 'left' : ordered ? 'ordered' : 'runs'
      read = field === undefined || value === undefined ? null : { field, value, counted }
      known.set(measure, read)
    }
    return read
  }
}

function valuesByField(
  measures: readonly MeasureCount[],
  choiceOf: ChoiceOf,
): Map<string, Map<string, ValueCounts>> {
  const fields = new Map<string, Map<string, ValueCounts>>()
  for (const { measure, runs } of measures) {
    const choice = choiceOf(measure)
    if (!choice) continue
    let values = fields.get(choice.field)
    if (!values) fields.set(choice.field, (values = new Map()))
    let counts = values.get(choice.value)
    if (!counts) values.set(choice.value, (counts = { runs: 0, left: 0, ordered: 0 }))
    counts[choice.counted] += runs
  }
  return fields
}

/** Reads measures by day and the value of a dimension. Returns the comparable runs, one element per day. */
export function readDimension(groups: readonly CountedGroup[]): ComparableRuns[] {
  const days = Map.groupBy(groups, ({ key }) => valuesOfPair(key)[0])
  return [...days].map(([day, ofDay]) => ({
    day,
    values: new Map(
      ofDay.map(({ key, measures }) => {
        const { runs, abandoned, completed } = readEnds(measures)
        return [valuesOfPair(key)[1], { runs, left: abandoned, ordered: completed }]
      }),
    ),
  }))
}

import { expect, test } from 'vitest'
import { choicesContract, comparedDimensions } from '#domain/reports/choices/shape.ts'
import { daysIn } from './recount-figures.ts'
import { describeRecount } from './recount-engines.ts'
import { dropOffQuery, ofReport } from './recount-request.ts'
import type { KnownRun } from './recount-runs.ts'
import { expectSame } from './recount-worlds.ts'

// Compares every figure of the report on choices with a figure computed independently from the raw events.

describeRecount('the choices', (worlds) => {
  test('drop-off by choice', () =>
    worlds().inEveryWorld(async (world) => {
      const { runs } = ofReport(world)
      const report = await worlds().ask(choicesContract.shape, 'drop-off/choices', dropOffQuery(world))
      const fields = [...new Set(runs.flatMap(({ choices }) => [...choices.keys()]))]
      const compared = [
        ...fields.map((field) => ({
          field,
          valueOf: (run: KnownRun) => run.choices.get(field),
          alike: ({ day, device }: KnownRun) => `${day} ${device}`,
        })),
        ...comparedDimensions
          .filter((name) => !(name in world.filter))
          .map((field) => ({
            field,
            valueOf: (run: KnownRun): string | undefined => run[field],
            alike: ({ day }: KnownRun) => day,
          })),
      ]
      const expected = compared.flatMap((one) => valuesOf(runs, one, daysIn(world.range)))
      expectSame(
        report.rows.map((row) => rounded(row)),
        expected.map(rounded),
      )
      // At most a few runs of a world can be compared, so nothing is certain.
      for (const { certain } of report.rows) expect(certain).toBe(false)
    }))
})

interface Comparison {
  field: string
  valueOf: (run: KnownRun) => string | undefined
  /** Only runs with equal texts are compared. */
  alike: (run: KnownRun) => string
}

const initialValues = new Set([
  'naechstmoeglich:false',
  'wohnungsart:obige',
  'abweichenderKontoinhaber:false',
])

/** Returns the expected figures of each value; none if all runs have the same value. */
function valuesOf(runs: readonly KnownRun[], { field, valueOf, alike }: Comparison, days: readonly string[]) {
  const known = runs.filter((run) => valueOf(run) !== undefined)
  const values = [...new Set(known.map((run) => valueOf(run)!))]
  if (values.length < 2) return []
  return values.map((value) => {
    const own = known.filter((run) => valueOf(run) === value)
    const decided = own.filter(isDecided)
    const left = own.filter(hasLeft).length
    const initial = initialValues.has(`${field}:${value}`)
    const groups = [...Map.groupBy(known.filter(isDecided), alike).values()].map((group) => ({
      day: group[0]!.day,
      exposed: group.filter((run) => valueOf(run) === value),
      others: group.filter((run) => valueOf(run) !== value),
    }))
    const comparable = groups.filter(({ exposed, others }) => exposed.length > 0 && others.length > 0)
    const few = (side: 'exposed' | 'others') => comparable.flatMap((group) => group[side]).length < 8
    const isEstimated = !initial && !few('exposed') && !few('others')
    const excess = weighted(comparable, ({ exposed, others }) => rateOf(exposed) - rateOf(others))
    return {
      field,
      value,
      initial,
      runs: own.length,
      open: own.length - decided.length,
      left,
      leftRate: decided.length === 0 ? 0 : left / decided.length,
      othersLeftRate: isEstimated ? weighted(comparable, ({ others }) => rateOf(others)) : null,
      excess: isEstimated ? { rate: { value: excess }, orders: { value: excess * decided.length } } : null,
      excessOrdersByDay: isEstimated
        ? days.map((day) =>
            comparable
              .filter((group) => group.day === day)
              .reduce(
                (sum, { exposed, others }) => sum + exposed.length * (rateOf(exposed) - rateOf(others)),
                0,
              ),
          )
        : [],
    }
  })
}

interface Group {
  exposed: KnownRun[]
  others: KnownRun[]
}

/** Returns the mean over groups, weighted by their information. */
function weighted(groups: readonly Group[], valueOf: (group: Group) => number): number {
  let [sum, weights] = [0, 0]
  for (const group of groups) {
    const weight = 1 / (1 / group.exposed.length + 1 / group.others.length)
    sum += weight * valueOf(group)
    weights += weight
  }
  return sum / weights
}

const isDecided = ({ outcome }: KnownRun) => outcome !== 'open'
const hasLeft = ({ outcome }: KnownRun) => outcome === 'abandoned'
const rateOf = (runs: readonly KnownRun[]) => runs.filter(hasLeft).length / runs.length

// Adding 0 turns −0 into 0.
const round = (number: number) => Math.round(number * 1e9) / 1e9 + 0

type Row = ReturnType<typeof valuesOf>[number]

/** Returns the figures of a row that are computed a second way, without errors of rounding. */
function rounded({ othersLeftRate, excess, excessOrdersByDay, ...row }: Row) {
  const { field, value, initial, runs, open, left, leftRate } = row
  return {
    field,
    value,
    initial,
    runs,
    open,
    left,
    leftRate,
    othersLeftRate: othersLeftRate === null ? null : round(othersLeftRate),
    excess: excess && [round(excess.rate.value), round(excess.orders.value)],
    excessOrdersByDay: excessOrdersByDay.map(round),
  }
}

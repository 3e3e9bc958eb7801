import {
  type CountedRuns,
  type MeasureCount,
  type RefusedRuns,
  missedStages,
  readCounts,
  runsByStage,
} from '#domain/reports/counted-runs.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { daysOf } from '#domain/reports/day-range.ts'
import { type Estimate, type Stratum, riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import { type AboutRuns, type CountedGroup, sumMeasures } from './compute.ts'
import { labelOf } from './field-label.ts'
import { valuesOfPair } from '#domain/reports/pair-keys.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { Excess, FieldsReport } from './shape.ts'

/** Kinds of measures that the report reads. */
export const fieldsKinds = ['stage', 'completed', 'abandoned', 'order', 'invalid', 'gaveUp'] as const

/** Maximum number of days in `runsByDay`. */
const maxDays = 28

/** Numbers of runs of one day and device. */
interface Alike {
  day: string
  /**
   * From step 1: the runs that came to the step, without those that may still continue it, and how many of them were
   * lost there.
   */
  steps: readonly { entered: number; lost: number }[]
  /** Runs by step, field and rule (see `nameOf`). */
  invalid: ReadonlyMap<string, number>
  gaveUp: ReadonlyMap<string, number>
}

/**
 * Returns the fields and rules at which runs stop. `steps` are the step names of the counted funnel versions; `groups`
 * are measures by day and device (see `pairOf`). Several fields can stop the same run, so
 * neither the `lostCents` nor the `excess` of different rows must be added up.
 */
export function fieldsReport(
  about: AboutRuns,
  { funnel, steps }: { funnel: Funnel; steps: readonly string[] },
  groups: readonly CountedGroup[],
): FieldsReport {
  const counts = readCounts(sumMeasures(groups.flatMap(({ measures }) => measures)))
  const refusalOf = readRefusals()
  // Sorted, so that the sums of fractions do not depend on the order in which a database returns the groups.
  const alike = groups
    .toSorted((a, b) => compareText(a.key, b.key))
    .map((group) => readAlike(group, { last: steps.length, refusalOf }))
  const reached = runsByStage(steps.length, counts)
  const gaveUp = new Map(counts.gaveUp.map((one) => [nameOf(one), one.runs]))
  const days = daysOf(about).slice(-maxDays)
  const byDay = Map.groupBy(alike, ({ day }) => day)
  return {
    ...about,
    timezone: 'Europe/Berlin',
    rows: counts.invalid
      .map((refused) => {
        const { step, field, rule, runs } = refused
        const name = nameOf(refused)
        const stopped = gaveUp.get(name) ?? 0
        const compared = riskDifference(alike.map((group) => stratumOf(group, { step, name })))
        return {
          step,
          stepName: steps[step - 1] ?? `step-${step}`,
          field,
          label: labelOf(funnel, field),
          rule,
          runs,
          // `reached` can be too low, because events of the previous step can be lost. `Math.max` ensures that the
          // share is at most 1.
          share: rate(runs, Math.max(runs, reached[step - 1] ?? 0)),
          gaveUp: stopped,
          gaveUpRate: rate(stopped, runs),
          lostCents: stopped * funnel.price.premium,
          othersRate: compared?.othersRate ?? null,
          excess: compared
            ? excessOf(scale(compared.difference, runs), { counts, passed: reached[step] ?? 0 })
            : null,
          runsByDay: days.map((day) =>
            (byDay.get(day) ?? []).reduce((sum, { invalid }) => sum + (invalid.get(name) ?? 0), 0),
          ),
        }
      })
      .toSorted(
        (a, b) =>
          b.gaveUp - a.gaveUp ||
          b.runs - a.runs ||
          a.step - b.step ||
          compareText(a.field, b.field) ||
          compareText(a.rule, b.rule),
      ),
  }
}

/** What `invalid:…` or `gaveUp:…` counts; null for all other measures. */
type RefusalOf = (measure: string) => { kind: 'invalid' | 'gaveUp'; name: string } | null

/**
 * Returns a function that reads the names of measures. It reads each name once, because all groups have the same
 * measures, and reading them again would take most of the time of the report.
 */
function readRefusals(): RefusalOf {
  const known = new Map<string, ReturnType<RefusalOf>>()
  return (measure) => {
    let read = known.get(measure)
    if (read === undefined) {
      const colon = measure.indexOf(':')
      const kind = measure.slice(0, colon)
      read = kind === 'invalid' || kind === 'gaveUp' ? { kind, name: measure.slice(colon + 1) } : null
      known.set(measure, read)
    }
    return read
  }
}

function readAlike(
  { key, measures }: CountedGroup,
  { last, refusalOf }: { last: number; refusalOf: RefusalOf },
): Alike {
  const refused = { invalid: new Map<string, number>(), gaveUp: new Map<string, number>() }
  const others: MeasureCount[] = []
  for (const one of measures) {
    const refusal = refusalOf(one.measure)
    if (refusal) refused[refusal.kind].set(refusal.name, one.runs)
    else others.push(one)
  }
  const counts = readCounts(others)
  const reached = runsByStage(last, counts)
  return {
    day: valuesOfPair(key)[0],
    steps: missedStages(last, counts).map(({ lost, open }, index) => ({
      entered: reached[index]! - open,
      lost,
    })),
    ...refused,
  }
}

/**
 * Compares the runs of one day and device that saw a message with those that entered the same step and did not. Runs
 * that may still continue are left out of the others. Of the runs with the message they are too few to matter.
 */
function stratumOf(
  { steps, invalid, gaveUp }: Alike,
  { step, name }: { step: number; name: string },
): Stratum {
  const { entered, lost } = steps[step - 1] ?? { entered: 0, lost: 0 }
  const exposed = invalid.get(name) ?? 0
  const exposedLost = gaveUp.get(name) ?? 0
  // A run whose earlier steps never arrived saw the message, but is not counted among those that entered the step.
  const others = Math.max(0, entered - exposed)
  return { exposed, exposedLost, others, othersLost: Math.min(others, Math.max(0, lost - exposedLost)) }
}

function excessOf(runs: Estimate, { counts, passed }: { counts: CountedRuns; passed: number }): Excess {
  const orders = scale(runs, rate(counts.completed, passed))
  return { runs, orders, revenueCents: scale(orders, rate(counts.revenueCents, counts.completed)) }
}

function scale({ value, low, high }: Estimate, by: number): Estimate {
  return { value: value * by, low: low * by, high: high * by }
}

/** Returns the part of the measures `invalid:…` and `gaveUp:…` after the kind. */
function nameOf({ step, field, rule }: RefusedRuns): string {
  return `${step}:${field}:${rule}`
}

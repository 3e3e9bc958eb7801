import type { Experiment, Variant } from '#domain/forms/define-experiment.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type CountedRuns, type MeasureCount, readCounts, runsByStage } from '#domain/reports/counted-runs.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import { medianSeconds } from '#domain/runs/buckets/time-buckets.ts'
import { type Difference, type TestPlan, difference } from './difference.ts'
import { neededRuns, plannedShare, testPlan } from './plan.ts'
import { isRatioWrong } from './sample-ratio.ts'
import { slowRuns } from './step-times.ts'
import type { ExperimentReport, ExperimentsReport, PlanRow, VariantRow } from './shape.ts'

/** Number of whole days before today whose runs are the basis of plans. */
export const planDays = 28

/** Smallest difference of the shares of orders with a bad end, or with a support request, that matters. */
const guardrailSpread = 0.05

/**
 * Number of guardrails: unpaid and withdrawn orders, orders with a support request, and the times on the steps. They
 * share the error rate of the plan, so that four kinds of warnings are not wrong four times as often as one.
 */
const guardrails = 4

/** Measures of all runs of a funnel: by variant since its first experiment, and of the last `planDays` days. */
export interface FunnelCounts {
  funnel: Funnel
  byVariant: readonly MeasureCount[]
  recent: readonly MeasureCount[]
}

export function experimentsReport(
  about: Pick<ExperimentsReport, 'asOfPosition' | 'lift'> & { now: number },
  counts: readonly FunnelCounts[],
): ExperimentsReport {
  const { now, ...shown } = about
  return {
    ...shown,
    timezone: 'Europe/Berlin',
    experiments: counts
      .flatMap(({ funnel, byVariant }) =>
        (funnel.experiments ?? []).map((experiment) =>
          describe(funnel, experiment, { now, rows: byVariant }),
        ),
      )
      .toSorted((a, b) => Date.parse(b.from) - Date.parse(a.from) || compareText(a.experiment, b.experiment)),
    plans: counts.flatMap(({ funnel, recent }) => plansOf(funnel, recent, about.lift / 100)),
  }
}

/** Returns the number of the first step that a variant changes. There is one (see experiment-mistakes.ts). */
function firstChangedStep({ steps }: Funnel, { variants }: Experiment): number {
  const index = steps.findIndex(({ name, fields }) =>
    variants.some((variant) => variant.steps?.[name] ?? fields.some((field) => variant.fields?.[field.name])),
  )
  return index + 1
}

function describe(
  funnel: Funnel,
  experiment: Experiment,
  { now, rows }: { now: number; rows: readonly MeasureCount[] },
): ExperimentReport {
  const { key, hypothesis, from, until = null, outcome = null, plan, variants } = experiment
  const planned = { ...plan, weights: variants.map(({ weight }) => weight) }
  const step = firstChangedStep(funnel, experiment)
  const counted = variants.map((variant) => countVariant(`variant:${key}:${variant.key}:`, rows))
  const described = counted.map((own, index) =>
    describeVariant({ funnel, step, plan: testPlan(planned) }, variants[index]!, {
      own,
      control: index === 0 ? null : counted[0]!,
    }),
  )
  return {
    funnel: funnel.type,
    experiment: key,
    hypothesis,
    from,
    until,
    outcome,
    state:
      now < Date.parse(from) ? 'planned' : until !== null && now >= Date.parse(until) ? 'ended' : 'running',
    step,
    plan: { ...plan, plannedRate: plannedShare(plan), neededRuns: neededRuns(planned) },
    isRatioWrong: isRatioWrong(described),
    variants: described,
  }
}

/** Measures without further parts that are counted by variant. */
const singles = ['paid', 'unpaid', 'withdrawn', 'support'] as const
type Single = (typeof singles)[number]

/** Counts of one variant: those of all reports, and the measures that only variants have. */
interface CountedVariant extends CountedRuns, Record<Single, number> {
  channels: Map<string, { runs: number; orders: number; netRevenueCents: number }>
}

const isSingle = (measure: string): measure is Single => singles.some((one) => one === measure)

function countVariant(prefix: string, rows: readonly MeasureCount[]): CountedVariant {
  const own = rows.flatMap(({ measure, runs }) =>
    measure.startsWith(prefix) ? [{ measure: measure.slice(prefix.length), runs }] : [],
  )
  const single = { paid: 0, unpaid: 0, withdrawn: 0, support: 0 }
  const channels: CountedVariant['channels'] = new Map()
  for (const { measure, runs } of own) {
    if (isSingle(measure)) single[measure] += runs
    const via = /^via:(.*):(none|\d+)$/.exec(measure)
    if (!via) continue
    const [, channel = '', end] = via
    const known = channels.get(channel) ?? { runs: 0, orders: 0, netRevenueCents: 0 }
    channels.set(channel, {
      runs: known.runs + runs,
      orders: known.orders + (end === 'none' ? 0 : runs),
      netRevenueCents: known.netRevenueCents + (end === 'none' ? 0 : Number(end) * runs),
    })
  }
  return { ...readCounts(own), ...single, channels }
}

interface Tested {
  funnel: Funnel
  step: number
  plan: TestPlan
}

function describeVariant(
  { funnel, step, plan }: Tested,
  variant: Variant,
  { own, control }: { own: CountedVariant; control: CountedVariant | null },
): VariantRow {
  const steps = funnel.steps.length
  const stages = runsByStage(steps, own)
  const armOf = (counts: CountedVariant) => ({
    runs: runsByStage(steps, counts)[step - 1]!,
    orders: counts.completed,
  })
  const orderDifference = control && (difference(armOf(control), armOf(own), plan) ?? null)
  const guard = (name: 'unpaid' | 'withdrawn' | 'support') => ({
    orders: own[name],
    difference:
      control &&
      (difference(
        { runs: control.completed, orders: control[name] },
        { runs: own.completed, orders: own[name] },
        { spread: guardrailSpread, alpha: plan.alpha / guardrails },
      ) ??
        null),
  })
  const reached = stages[step - 1]!
  // Earlier steps are the same in all variants.
  const comparedSteps = funnel.steps.map((_, index) => index + 1).filter((number) => number >= step)
  return {
    variant: variant.key,
    weight: variant.weight,
    changes: changesOf(variant),
    runs: own.runs,
    stages,
    reached,
    orders: own.completed,
    orderRate: rate(own.completed, reached),
    difference: orderDifference,
    verdict: control && verdictOf(orderDifference),
    paid: own.paid,
    revenueCents: own.revenueCents,
    netRevenueCents: own.netRevenueCents,
    netPerReachedCents: Math.round(rate(own.netRevenueCents, reached)),
    unpaid: guard('unpaid'),
    withdrawn: guard('withdrawn'),
    support: guard('support'),
    slowRuns: comparedSteps.map((number) => ({
      step: number,
      ...slowRuns(timesOf(control ?? own, number), timesOf(own, number), {
        alpha: plan.alpha / guardrails / comparedSteps.length,
      }),
    })),
    medianSeconds: funnel.steps.map((_, index) => medianSeconds(timesOf(own, index + 1))),
    channels: [...own.channels]
      .map(([channel, sums]) => ({ channel, ...sums }))
      .toSorted((a, b) => b.runs - a.runs || compareText(a.channel, b.channel)),
    invalid: own.invalid
      .filter((refused) => refused.step >= step)
      .toSorted(
        (a, b) =>
          a.step - b.step || b.runs - a.runs || compareText(a.field, b.field) || compareText(a.rule, b.rule),
      ),
  }
}

const noTimes: ReadonlyMap<number, number> = new Map()

const timesOf = ({ seconds }: CountedVariant, step: number) => seconds.get(step) ?? noTimes

function verdictOf(shown: Difference | null): 'better' | 'worse' | 'open' {
  if (!shown || (shown.low <= 0 && shown.high >= 0)) return 'open'
  return shown.low > 0 ? 'better' : 'worse'
}

function changesOf({ fields = {}, steps = {} }: Variant): VariantRow['changes'] {
  return [...Object.entries(steps), ...Object.entries(fields)].flatMap(([place, change]) =>
    Object.entries(change).map(([what, text]: [string, unknown]) => ({
      place,
      what,
      text: typeof text === 'string' ? text : null,
    })),
  )
}

/** Returns what experiments that begin with each step after the first would need. */
function plansOf(funnel: Funnel, recent: readonly MeasureCount[], lift: number): PlanRow[] {
  const stages = runsByStage(funnel.steps.length, readCounts(recent))
  return funnel.steps.slice(1).map((_, index) => {
    const reached = stages[index + 1]!
    const share = rate(stages.at(-1)!, reached)
    // Without any order there is no rate from which to plan, and more orders than runs are impossible.
    const planned = share > 0 && share * (1 + lift) < 1 ? { rate: share, lift, weights: [1, 1] } : null
    const needed = planned && neededRuns(planned)
    return {
      funnel: funnel.type,
      step: index + 2,
      reachedPerDay: reached / planDays,
      rate: share,
      plannedRate: planned && plannedShare(planned),
      neededRuns: needed,
      neededDays: needed === null ? null : Math.ceil((needed * planDays) / reached),
    }
  })
}

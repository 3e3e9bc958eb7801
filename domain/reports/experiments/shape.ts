import { z } from 'zod'
import { refusals } from '#domain/forms/define-field.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { asOf } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import {
  cents,
  count,
  countOf,
  position,
  revenue,
  share,
  shareOf,
  timezone,
} from '#domain/reports/shared-shapes.ts'
import { falseWarnings } from './sample-ratio.ts'

const difference = z.object({
  value: z.number(),
  low: z.number().describe('Bounds of the interval that is valid at every time.'),
  high: z.number(),
})

/** Share of a variant's orders with a bad end or a support request, compared with the control. */
const guardrail = (figure: 'unpaidOrders' | 'withdrawnOrders' | 'supportOrders') =>
  z.object({
    orders: countOf(figure),
    difference: difference
      .nullable()
      .describe('Share of the orders minus that of the control; null for the control and for few orders.'),
  })

const variantRow = z.object({
  variant: z.string(),
  weight: z.int().min(1),
  changes: z.array(
    z.object({
      place: z.string().describe('Name of the field or step.'),
      what: z.string().describe('Changed member, for example `label` or `required`.'),
      text: z
        .string()
        .nullable()
        .describe('New text; null for a rule and for a text that depends on values.'),
    }),
  ),
  runs: countOf('variantRuns'),
  stages: z.array(count).describe('Runs by the stage that they reached, from the start to the order.'),
  reached: countOf('reachedRuns'),
  orders: countOf('orders'),
  orderRate: shareOf('reachedOrderRate'),
  difference: difference
    .nullable()
    .describe(`${definitions.orderRateDifference.description} Null for the control and for few orders.`),
  verdict: z
    .enum(['better', 'worse', 'open'])
    .nullable()
    .describe('Whether the interval excludes 0; null for the control.'),
  paid: countOf('paidReached'),
  ...revenue,
  netPerReachedCents: cents.describe(definitions.netPerReachedCents.description),
  unpaid: guardrail('unpaidOrders'),
  withdrawn: guardrail('withdrawnOrders'),
  support: guardrail('supportOrders'),
  slowRuns: z
    .array(
      z.object({
        step: z.int().min(1),
        limitSeconds: z
          .number()
          .nullable()
          .describe('Time on the step that about half of the control takes; null if it has no times.'),
        timed: count.describe('Runs with a known time on the step.'),
        slow: countOf('slowRuns'),
        difference: difference
          .nullable()
          .describe('Share of slow runs minus that of the control; null for the control and for few runs.'),
      }),
    )
    .describe('Runs that took longer than usual, for each step from the first changed one on.'),
  medianSeconds: z.array(z.number().nullable()).describe(definitions.stepMedians.description),
  channels: z
    .array(
      z.object({
        channel: z.string(),
        runs: countOf('variantRuns'),
        orders: countOf('orders'),
        netRevenueCents: revenue.netRevenueCents,
      }),
    )
    .describe('Runs by the channel of the last contact before the start.'),
  invalid: z
    .array(z.object({ step: z.int(), field: z.string(), rule: z.enum(refusals), runs: countOf('affected') }))
    .describe('Runs in which a rule rejected a field, from the first changed step on.'),
})
export type VariantRow = z.output<typeof variantRow>

const experiment = z.object({
  funnel: z.string(),
  experiment: z.string(),
  hypothesis: z.string(),
  from: z.iso.datetime({ offset: true }),
  until: z.iso.datetime({ offset: true }).nullable(),
  outcome: z.string().nullable(),
  state: z.enum(['planned', 'running', 'ended']),
  step: z.int().min(1).describe('First changed step.'),
  plan: z.object({
    rate: share,
    lift: z.number().describe('Smallest relative change that matters.'),
    plannedRate: shareOf('plannedRate'),
    neededRuns: countOf('neededRuns'),
  }),
  isRatioWrong: z
    .boolean()
    .describe(
      `Whether the runs are divided in another ratio than that of the weights. The test is always valid; ${falseWarnings} of the experiments are warned of without cause.`,
    ),
  variants: z.array(variantRow),
})
export type ExperimentReport = z.output<typeof experiment>

const plan = z.object({
  funnel: z.string(),
  step: z.int().min(1),
  reachedPerDay: z.number().min(0).describe(definitions.reachedPerDay.description),
  rate: share.describe('Share of orders among the runs that reached the step on these days.'),
  plannedRate: share.nullable().describe(definitions.plannedRate.description),
  neededRuns: count.nullable().describe(definitions.neededRuns.description),
  neededDays: count.nullable().describe(definitions.neededDays.description),
})
export type PlanRow = z.output<typeof plan>

const shape = z.object({
  timezone,
  asOfPosition: position,
  lift: z.int().describe('Relative change in percent for which `plans` are made.'),
  experiments: z.array(experiment).describe('Newest first.'),
  plans: z
    .array(plan)
    .describe('What an experiment of two equal variants would need, by the first step that it changes.'),
})
export type ExperimentsReport = z.output<typeof shape>

export const defaultLift = 10

/** Report on the experiments of all funnels, and on what further ones would need. */
export const experimentsContract = {
  path: 'experiments',
  query: z.strictObject({
    lift: z
      .string()
      .regex(/^([1-9]\d?|100)$/, 'must be a whole number from 1 to 100')
      .transform(Number)
      .default(defaultLift)
      .describe('Relative change of the order rate, in percent, for which experiments are planned.'),
    asOf,
  }),
  shape,
} satisfies ReportContract

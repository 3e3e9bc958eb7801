import { z } from 'zod'
import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { asOf, checkRange, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { cents, count, position, timezone } from '#domain/reports/shared-shapes.ts'

/** Maximum number of campaigns in the report, of campaigns without a contact, and of changed ranks. */
export const maxCampaigns = 500
export const maxUnmatched = 200
export const maxTurns = 20

const costCents = z.int().min(0).describe(definitions.costCents.description)
const campaign = { source: z.string(), campaign: z.string() }

const bounded = z.object({
  value: z.number().nullable(),
  low: z.number().nullable(),
  high: z.number().nullable(),
})

const returns = z.object({
  orders: z.number().min(0).describe(definitions.creditedOrders.description),
  netRevenueCents: cents.describe(definitions.netRevenueCents.description),
  costPerOrderCents: bounded.describe(definitions.costPerOrderCents.description),
  roas: bounded.describe(definitions.roas.description),
  contributionCents: bounded.describe(definitions.contributionCents.description),
  breakEvenCents: z.int().nullable().describe(definitions.breakEvenCents.description),
})
export type Returns = z.output<typeof returns>

const byModel = z.object({
  first: returns,
  last: returns,
  linear: returns,
  position: returns,
  decay: returns,
} satisfies Record<AttributionModel, typeof returns>)

const models = z.array(z.enum(attributionModels)).min(1)

const shape = z.object({
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
  timezone,
  asOfPosition: position,
  breakEvenRoas: z
    .number()
    .describe('ROAS at which the contribution is 0, because of the VAT in the revenue.'),
  rows: z
    .array(z.object({ ...campaign, costCents, models: byModel }))
    .describe(`Campaigns with costs and a contact, by costs. At most ${maxCampaigns}.`),
  totals: z
    .object({ costCents, models: byModel })
    .describe('Sums over all campaigns with costs and a contact, listed or not.'),
  unmatched: z
    .array(
      z.object({
        ...campaign,
        costCents: z.int().min(0).describe(definitions.unmatchedCents.description),
        from: z.string().describe('First day with costs.'),
        to: z.string().describe('Last day with costs.'),
        similar: z
          .object(campaign)
          .nullable()
          .describe(
            'Campaign with a contact whose name differs only in case, spaces, `-` or `_`; null if none.',
          ),
      }),
    )
    .describe(
      `Costs to which no run or order of the days is credited, by costs. At most ${maxUnmatched} campaigns.`,
    ),
  unmatchedCents: z
    .int()
    .min(0)
    .describe(`${definitions.unmatchedCents.description} Sum of all of them, listed or not.`),
  campaigns: count.describe('Number of campaigns with costs, listed or not.'),
  rankingTurns: z
    .array(
      z.object({
        by: z.enum(['roas', 'contribution']),
        better: z
          .object({ ...campaign, models })
          .describe('The campaign that is better under most models, and these models.'),
        worse: z
          .object({ ...campaign, models })
          .describe('The campaign that is better under the other models.'),
      }),
    )
    .describe(
      `Pairs of listed campaigns of which one is better under some models and the other one under others, by their costs. At most ${maxTurns}. Pairs that are equal under a model are left out of it.`,
    ),
})
export type RoasReport = z.output<typeof shape>

/** Report on the costs of campaigns and what they brought under each of the five attribution models. */
export const roasContract = {
  path: 'attribution/roas',
  query: z.strictObject({ ...range, dayOf, asOf }).check(checkRange),
  shape,
} satisfies ReportContract

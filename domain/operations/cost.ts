import { z } from 'zod'
import { noKey } from '#domain/attribution/credit-touches.ts'
import { campaignValue, maxCampaignValue } from '#domain/events/campaign-value.ts'
import { maxCostCents, maxCostRows } from './cost-limits.ts'
import { eventDay } from './event-day.ts'

/** Costs of a campaign on a Berlin day. */
export interface Cost {
  day: string
  source: string
  /** `(none)` for the costs of a source without a campaign. */
  campaign: string
  costCents: number
}

/** Value of a campaign parameter, stored as contacts store it. The length is counted in code points. */
const campaignText = z
  .string()
  .refine(
    (text) => Array.from(text).length <= maxCampaignValue,
    `must have at most ${maxCampaignValue} characters`,
  )
  .transform(campaignValue)
  .meta({ maxLength: maxCampaignValue })

const newCost = z.strictObject({
  day: eventDay.describe('Berlin day on which the costs arose.'),
  source: campaignText
    .refine((text) => text !== '', 'must not be empty')
    .meta({ maxLength: maxCampaignValue, pattern: '[^\\s\\u0000-\\u001f\\u007f]' })
    .describe('`utm_source` of the contacts that the costs brought.'),
  campaign: campaignText
    .transform((text) => (text === '' ? noKey : text))
    .optional()
    .meta({ maxLength: maxCampaignValue })
    .describe(
      '`utm_campaign` of the contacts; empty or absent for contacts of the source without a campaign.',
    ),
  costCents: z
    .int()
    .min(0)
    .max(maxCostCents)
    .describe(
      'Costs in euro cents without VAT. They replace the known costs of this day, source and campaign.',
    ),
})

/** Costs as a script sends them in JSON. */
export const newCostsSchema = z.strictObject({
  costs: z
    .array(newCost)
    .min(1, 'must have at least one row')
    .max(maxCostRows, `must have at most ${maxCostRows} rows`),
})

/** Who sent costs: a person on a page, or a script with the token. */
export const costSenders = ['person', 'script'] as const
export type CostSender = (typeof costSenders)[number]

/** Data of the event `costs_recorded`. The day is that of the event. */
export const costsRecordedSchema = z.object({
  costs: z.array(z.object({ source: z.string(), campaign: z.string(), costCents: z.number().int() })),
  sender: z.enum(costSenders),
})

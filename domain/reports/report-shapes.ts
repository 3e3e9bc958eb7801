import { z } from 'zod'
import { attributionModels, touchDimensions } from '../attribution.ts'
import { parseDay } from '../berlin-time.ts'
import { refusals } from '../funnels/define-funnel.ts'
import { funnels } from '../funnels/index.ts'

/** Query parameters and answers of the reports (DESIGN 6); routes and OpenAPI document are made from them. */

/** Longest range of a report in days: two years and a quarter. */
export const longestRange = 800

const dayMs = 24 * 3600 * 1000

export const day = z
  .string()
  .refine((text) => parseDay(text) !== undefined, 'must be a day that exists, as YYYY-MM-DD')
  .describe('Day in Europe/Berlin, inclusive, as YYYY-MM-DD.')

export const funnel = z.enum(
  funnels.map((one) => one.type),
  `must be one of ${funnels.map((one) => one.type).join(', ')}`,
)

const device = z.enum(['mobile', 'tablet', 'desktop'], 'must be one of mobile, tablet, desktop')
const campaignValue = z.string().min(1, 'must not be empty').max(200, 'must have at most 200 characters')

interface Range {
  from: string
  to: string
}

export function checkRange({ value: { from, to }, issues }: z.core.ParsePayload<Range>): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1
  if (days < 1)
    issues.push({ code: 'custom', input: to, path: ['to'], message: `must not be before from (${from})` })
  else if (days > longestRange)
    issues.push({
      code: 'custom',
      input: to,
      path: ['to'],
      message: `must be at most ${longestRange} days after from, both counted; ${from} to ${to} are ${days}`,
    })
}

/** A report as it stood when the log ended there; above the present end it is refused. */
export const asOf = z
  .string()
  .regex(/^[1-9]\d{0,14}$/, 'must be a position of the log, a whole number from 1')
  .transform(Number)
  .optional()
  .describe(
    'Position of the log: the report as it stood when the log ended there. May be answered 202 first.',
  )

/** What runs are told apart by. */
export const segmentFilters = {
  device: device.optional(),
  source: campaignValue.optional().describe('utm_source of the last touch, or (none).'),
  medium: campaignValue.optional().describe('utm_medium of the last touch, or (none).'),
  campaign: campaignValue.optional().describe('utm_campaign of the last touch, or (none).'),
  reason: campaignValue
    .optional()
    .describe('abmeldegrund or changeType as last known of the run, or (none) before it was chosen.'),
}

export const dropOffQuerySchema = z
  .strictObject({
    funnel,
    from: day,
    to: day,
    ...segmentFilters,
    asOf,
    funnelVersion: z
      .string()
      .regex(/^[1-9]\d{0,5}$/, 'must be a whole number from 1 to 999999')
      .transform(Number)
      .optional()
      .describe('Version of the funnel; the highest one with runs in the range when absent.'),
  })
  .check(checkRange)

export const attributionQuerySchema = z
  .strictObject({
    from: day,
    to: day,
    model: z.enum(attributionModels, `must be one of ${attributionModels.join(', ')}`),
    by: z.enum(touchDimensions, `must be one of ${touchDimensions.join(', ')}`),
    funnel: funnel.optional(),
    asOf,
  })
  .check(checkRange)

export const ordersQuerySchema = z
  .strictObject({
    from: day,
    to: day,
    funnel: funnel.optional(),
    asOf,
    cursor: z.string().max(64).optional().describe('nextCursor of the page before.'),
  })
  .check(checkRange)

export const count = z.int().min(0)
export const share = z.number().min(0).max(1)
export const position = z.int().min(0).describe('Place in the event log that the report has seen.')
export const cents = z.int().describe('Euro cents including VAT.')

export const dropOffReportSchema = z.object({
  funnel: z.string(),
  funnelVersion: z.int().describe('One version of the funnel, so that two orders of steps are never mixed.'),
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  asOfPosition: position,
  stages: z.tuple(
    [z.object({ stage: z.literal(0), name: z.literal('start'), runs: count })],
    z.object({
      stage: z.int().min(1),
      name: z.string(),
      runs: count.describe('Runs that reached this stage or a later one.'),
      lost: count.describe('Runs of the stage before that did not reach this one.'),
      lossRate: share,
      medianSeconds: z.number().nullable().describe('Median time on the step, within 5 %; null without any.'),
    }),
  ),
  completed: count,
  abandoned: count,
  open: count,
  conversionRate: share,
  invalid: z.array(
    z.object({ step: z.int().min(1), field: z.string(), rule: z.enum(refusals), runs: count }),
  ),
})
export type DropOffReport = z.output<typeof dropOffReportSchema>

const credits = {
  runs: z.number().min(0).describe('Credited runs, in fractions that sum exactly.'),
  orders: z.number().min(0),
  revenueCents: cents,
  conversionRate: share.describe('Credited orders for each credited run, at most 1.'),
}

export const attributionReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  model: z.enum(attributionModels),
  by: z.enum(touchDimensions),
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z.array(z.object({ key: z.string(), ...credits })).describe('By revenue, then key.'),
  totals: z.object(credits),
})
export type AttributionReport = z.output<typeof attributionReportSchema>

export const deliveryStates = ['pending', 'retrying', 'delivered', 'dead'] as const

/** How far the message about an event has come; null when none is owed. */
export const deliverySummary = z
  .object({
    id: z.int(),
    state: z.enum(deliveryStates),
    attempts: count,
    nextAttemptAt: z.iso.datetime().nullable().describe('Null once it is finished.'),
  })
  .nullable()

const orderSchema = z.object({
  number: z.string(),
  funnel: z.string(),
  time: z.iso.datetime(),
  priceCents: cents,
  status: z.enum(['ordered', 'paid', 'withdrawn']),
  source: z.string(),
  runId: z.string(),
  delivery: deliverySummary.describe(
    'Of the message about the order, as it is now also in a past report; null when none is owed.',
  ),
})

export const ordersReportSchema = z.object({
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z.array(orderSchema).describe('Newest first.'),
  nextCursor: z.string().nullable().describe('Ask again with it as cursor; null on the last page.'),
})
export type OrdersReport = z.output<typeof ordersReportSchema>
export type ReportedOrder = z.output<typeof orderSchema>

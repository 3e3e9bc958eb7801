import { z } from 'zod'
import type { AttributionModel } from '../attribution.ts'
import { attributionQuerySchema, cents, checkRange, count, position, share } from './report-shapes.ts'

const { model: _, ...rest } = attributionQuerySchema.shape

/** `GET /api/reports/attribution/models`: five models side by side. `source` is allowed with `by=campaign` only. */
export const modelsQuerySchema = z
  .strictObject({
    ...rest,
    source: z.string().min(1).max(200).optional().describe('Only campaigns of touches with this utm_source.'),
  })
  .check(checkRange)

const credits = z.object({ runs: z.number(), orders: z.number(), revenueCents: cents, conversionRate: share })
const byModel = z.object({
  first: credits,
  last: credits,
  linear: credits,
  position: credits,
  decay: credits,
} satisfies Record<AttributionModel, typeof credits>)

export const modelsSchema = z.object({
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  by: rest.by,
  funnel: z.string().nullable(),
  source: z.string().nullable(),
  asOfPosition: position,
  rows: z
    .array(z.object({ key: z.string(), models: byModel }))
    .describe('By revenue under last, then runs under last, then key.'),
  totals: byModel.describe('Sums of the rows; without source equal in every model, to the cent.'),
  runs: count,
  withoutConsent: z
    .object({ runs: count, share })
    .nullable()
    .describe(
      'Runs that agreed to no marketing: they show the touch of their entry page at most. Null without runs.',
    ),
})
export type ModelsReport = z.output<typeof modelsSchema>

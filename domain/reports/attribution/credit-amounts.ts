import { z } from 'zod'
import { definitions } from '#domain/reports/definitions.ts'
import { cents } from '#domain/reports/shared-shapes.ts'

/** What a model credits to a key, or what one run contributes to that. */
export const creditAmounts = {
  runs: z.number().describe(definitions.creditedRuns.description),
  orders: z.number().describe(definitions.creditedOrders.description),
  revenueCents: cents.describe(definitions.creditedCents.description),
  netRevenueCents: cents.describe(definitions.creditedNetCents.description),
}

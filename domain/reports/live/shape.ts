import { z } from 'zod'
import { funnel } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position } from '#domain/reports/shared-shapes.ts'

const shape = z.object({
  now: z.iso.datetime(),
  asOfPosition: position,
  activeRuns: count.describe('Runs without an order that sent an event in the last 5 minutes.'),
  minutes: z
    .array(z.object({ minute: z.iso.datetime(), runs: count, orders: count }))
    .describe('The last 30 minutes, oldest first, with the runs started and the orders placed in each.'),
  funnels: z.array(z.object({ funnel, runs: count, orders: count })),
})
export type LiveReport = z.output<typeof shape>

/** Report on the activity of the last 30 minutes, by the service's clock. */
export const liveContract = { path: 'live', query: z.strictObject({}), shape } satisfies ReportContract

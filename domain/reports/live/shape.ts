import { z } from 'zod'
import { funnel } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { countOf, position } from '#domain/reports/shared-shapes.ts'

const counted = { runs: countOf('runsNow'), orders: countOf('ordersNow') }

const shape = z.object({
  now: z.iso.datetime(),
  asOfPosition: position,
  activeRuns: countOf('activeRuns'),
  minutes: z
    .array(z.object({ minute: z.iso.datetime(), ...counted }))
    .describe('The last 30 minutes, oldest first, with the runs started and the orders placed in each.'),
  funnels: z.array(z.object({ funnel, ...counted })),
})
export type LiveReport = z.output<typeof shape>

/** Report on the activity of the last 30 minutes, by the service's clock. */
export const liveContract = { path: 'live', query: z.strictObject({}), shape } satisfies ReportContract

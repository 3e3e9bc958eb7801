import { z } from 'zod'
import { checkRange, range } from '#domain/reports/parameters.ts'
import { definitions } from '#domain/reports/definitions.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, position, shareOf, timezone } from '#domain/reports/shared-shapes.ts'

const waterfall = {
  received: countOf('received'),
  duplicates: countOf('duplicates'),
  rejected: countOf('rejected'),
  stored: countOf('stored'),
  replayed: countOf('replayed'),
  robots: countOf('robots'),
  counted: countOf('counted'),
}

const tracking = {
  orders: countOf('trackedOrders'),
  expected: countOf('expected'),
  missing: countOf('missing'),
  lossRate: shareOf('trackingLoss'),
}

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  asOfPosition: position,
  totals: z.object(waterfall),
  days: z.array(z.object({ day: z.string(), ...waterfall })),
  tracking: z.object({
    ...tracking,
    browsers: z
      .array(z.object({ browser: z.string(), ...tracking }))
      .describe('Ordered by orders, then browser.'),
    days: z.array(z.object({ day: z.string(), ...tracking })),
  }),
  excludedRuns: z
    .object({
      operator: count,
      service: count.describe('Runs whose state could not be projected.'),
    })
    .describe(definitions.excludedRuns.description),
  rejections: z
    .array(
      z.object({
        type: z.string().nullable(),
        funnel: z.string().nullable(),
        path: z.string(),
        code: z.string(),
        count: countOf('count'),
        lastAt: z.iso.datetime(),
      }),
    )
    .describe('Rejected events of the range by reason, ordered by count; kept for 30 days.'),
})
export type QualityReport = z.output<typeof shape>

/** Report on the outcome of received events by day of receipt, and on tracking events that were lost before orders. */
export const qualityContract = {
  path: 'quality',
  query: z.strictObject(range).check(checkRange),
  shape,
} satisfies ReportContract

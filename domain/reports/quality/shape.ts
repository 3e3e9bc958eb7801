import { z } from 'zod'
import { checkRange, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, position, share, timezone } from '#domain/reports/shared-shapes.ts'

const waterfall = {
  received: count,
  duplicates: count,
  rejected: count,
  stored: count.describe('received − duplicates − rejected.'),
  robots: count.describe('Stored events of robots, which no report counts.'),
  counted: count.describe('stored − robots.'),
}

const tracking = {
  orders: count.describe('Orders without those of robots, by the day on which the run started.'),
  expected: count.describe('Events expected before these orders: the start and every step.'),
  missing: count.describe('Expected events that never arrived.'),
  lossRate: share,
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
    .describe('Runs currently excluded from all reports, regardless of the range.'),
  rejections: z
    .array(
      z.object({
        type: z.string().nullable(),
        funnel: z.string().nullable(),
        path: z.string(),
        code: z.string(),
        count,
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

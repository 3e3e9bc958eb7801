import { z } from 'zod'
import { countedDay, dayOf } from '#domain/reports/day-of.ts'
import { asOf, checkCreditRange, funnel, range, segmentFilters } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { count, countOf, position, sales, timezone } from '#domain/reports/shared-shapes.ts'

/** Maximum number of paths in separate rows; all others are summed in an additional row, `(other)`. */
export const maxPaths = 20

const times = z.array(
  z.object({
    fromSeconds: count,
    toSeconds: count.nullable().describe('Upper limit, which the range excludes; null for the last range.'),
    orders: sales.orders,
  }),
)

const shape = z.object({
  from: z.string(),
  to: z.string(),
  dayOf: countedDay,
  timezone,
  funnel: z.string().nullable(),
  asOfPosition: position,
  orders: sales.orders,
  rows: z
    .array(
      z.object({
        channels: z
          .array(z.string())
          .min(1)
          .describe(
            'Channels of the contacts, oldest first. Of more than five contacts the first and the last four, with `…` between them. `(none)` without contacts.',
          ),
        medianDays: countOf('medianDays'),
        ...sales,
      }),
    )
    .describe(`Ordered by orders, net revenue, path. At most ${maxPaths} paths; \`(other)\` sums the rest.`),
  sinceContact: times.describe('Orders by the time since their first contact, if one is known.'),
  sinceStart: times.describe('Orders by the time since the start of their run, if it is known.'),
})
export type PathsReport = z.output<typeof shape>

/** Report on the paths that led to orders, and how long they took. */
export const pathsContract = {
  path: 'attribution/paths',
  query: z
    .strictObject({ ...range, funnel: funnel.optional(), variant: segmentFilters.variant, dayOf, asOf })
    .check(checkCreditRange),
  shape,
} satisfies ReportContract

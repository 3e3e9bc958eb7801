import { z } from 'zod'
import { asOf, checkRange, funnel, range } from '#domain/reports/parameters.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { countOf, position, timezone } from '#domain/reports/shared-shapes.ts'

const shape = z.object({
  from: z.string(),
  to: z.string(),
  timezone,
  funnel: z.string().nullable(),
  asOfPosition: position,
  rows: z
    .array(
      z.object({
        funnel: z.string(),
        experiment: z.string(),
        variant: z.string(),
        runs: countOf('variantRuns'),
      }),
    )
    .describe(
      'Ordered by funnel, experiment and variant. Experiments that are no longer declared are included.',
    ),
})
export type RecordedVariants = z.output<typeof shape>

/** Report on the variants that runs of these days have recorded, by which other reports can filter. */
export const recordedVariantsContract = {
  path: 'experiments/variants',
  query: z.strictObject({ ...range, funnel: funnel.optional(), asOf }).check(checkRange),
  shape,
} satisfies ReportContract

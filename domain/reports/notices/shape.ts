import { z } from 'zod'
import type { ReportContract } from '#domain/reports/report-contract.ts'

/** Notices about the service's configuration, shown with all reports. */
export const noticesContract = {
  path: 'notices',
  query: z.strictObject({}),
  shape: z.object({
    testPayments: z
      .boolean()
      .describe(
        'True if test payments are enabled on a public site. They move no money but are counted as orders.',
      ),
  }),
} satisfies ReportContract

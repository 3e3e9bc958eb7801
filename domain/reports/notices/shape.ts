import { z } from 'zod'
import { count } from '#domain/reports/shared-shapes.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'

/** Notices that all report pages show. */
export const noticesContract = {
  path: 'notices',
  query: z.strictObject({}),
  shape: z.object({
    testPayments: z
      .boolean()
      .describe(
        'True if test payments are enabled on a public site. They move no money but are counted as orders.',
      ),
    waiting: z
      .object({
        deliveries: count.describe(
          'Webhook messages and e-mails that are not delivered until somebody resends them or resumes the webhook.',
        ),
        orders: count.describe(
          'Orders that wait for an operator: to decide a withdrawal, to return a payment, or to post a letter that no letter service posts.',
        ),
      })
      .describe('What waits for a person.'),
  }),
} satisfies ReportContract

import { z } from 'zod'
import { countOf } from '#domain/reports/shared-shapes.ts'
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
        deliveries: countOf('waitingDeliveries'),
        orders: countOf('waitingOrders'),
        alerts: countOf('openAlerts'),
      })
      .describe('What waits for a person.'),
  }),
} satisfies ReportContract

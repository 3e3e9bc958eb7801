import { Hono } from 'hono'
import { funnelByType } from '#domain/funnels/index.ts'
import type { z } from 'zod'
import type { ReportStore } from '#db/ports/report-store.ts'
import type { Store } from '#db/ports/store.ts'
import { type ReportContract, type ReportParams, reportPath } from '#domain/reports/report-contract.ts'
import type { Report } from '#service/reports/define/report.ts'

/**
 * Requests a report and lets it read its figures from `reports`, even if the parameters name a past position. Throws
 * the error that the report throws.
 */
export async function readReport<Query extends z.ZodObject, Shape extends z.ZodObject>(
  { contract, respond }: Report<ReportContract<Query, Shape>>,
  reports: ReportStore,
  params: ReportParams<Query>,
): Promise<z.output<Shape>> {
  const store = { reports } as Store
  const app = new Hono()
  app.onError((error) => {
    throw error
  })
  app.get('*', (c) =>
    respond(c, {
      store,
      readPosition: () => Promise.resolve(0),
      heavyWork: (_key, work) => work(),
      openPast: () => Promise.resolve({ store, since: () => ({}) }),
      statusOf: ({ status }) => status,
      expiredUpTo: () => 0,
      funnelOf: funnelByType,
      webhookConfigured: false,
      testPayments: false,
      letterService: false,
      seesAddresses: true,
      now: () => 0,
    }),
  )
  const response = await app.request(`/${reportPath(contract, params)}`)
  return (await response.json()) as z.output<Shape>
}

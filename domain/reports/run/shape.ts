import { z } from 'zod'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { listedRun } from '#domain/reports/runs/shape.ts'
import { deliverySummary, position } from '#domain/reports/shared-shapes.ts'

const time = z.iso.datetime()

const shape = z.object({
  run: listedRun,
  bot: z.boolean(),
  asOfPosition: position,
  events: z
    .array(
      z.object({
        position: position.describe('Position of the event in the log.'),
        type: z.string(),
        step: z.int().min(1),
        stepName: z.string(),
        at: time.describe("Time of the event, corrected for the client's clock."),
        receivedAt: time,
        device: z.string(),
        browser: z.string(),
        os: z.string(),
        bot: z.boolean(),
        consent: z.enum(['none', 'marketing']),
        data: z.record(z.string(), z.unknown()).describe('Data of the event without hashes and payment ids.'),
        facts: z.record(z.string(), z.union([z.string(), z.boolean()])),
        delivery: deliverySummary,
      }),
    )
    .describe('Events in log order.'),
})
export type RunReport = z.output<typeof shape>

/** Report that lists the events of one run, without personal data. */
export const runContract = {
  path: 'runs/{runId}',
  query: z.strictObject({ runId: z.string().regex(/^[\w -]{1,64}$/) }),
  shape,
} satisfies ReportContract

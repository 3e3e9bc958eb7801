import { z } from 'zod'
import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { listedRun } from '#domain/reports/runs/shape.ts'
import { deliverySummary, position, share } from '#domain/reports/shared-shapes.ts'

const time = z.iso.datetime()

const shape = z.object({
  run: listedRun,
  bot: z.boolean(),
  asOfPosition: position,
  isArchived: z
    .boolean()
    .describe('Whether earlier events of the run were archived, so that `events` lacks them.'),
  contacts: z
    .array(
      z.object({
        at: time.describe("Time of the contact, corrected for the client's clock."),
        channel: z.string(),
        source: z.string(),
        campaign: z.string(),
        shares: z
          .object(
            Object.fromEntries(attributionModels.map((model) => [model, share])) as Record<
              AttributionModel,
              typeof share
            >,
          )
          .describe('Share of the order, or of the run without one, that each model credits to the contact.'),
      }),
    )
    .describe('Contacts to which the order is credited, or the run without one, oldest first.'),
  events: z
    .array(
      z.object({
        position: position.describe('Position of the event in the log.'),
        type: z.string(),
        step: z.int().min(1),
        stepName: z.string(),
        at: time.describe("Time of the event, corrected for the client's clock."),
        receivedAt: time.describe(
          'Time at which the service received the event, also if it rejected it at first.',
        ),
        replayedAt: time
          .nullable()
          .describe('Time at which the event was replayed; null unless it had been rejected at first.'),
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

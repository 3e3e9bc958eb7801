import { z } from 'zod'
import { checkRange, count, day, deliveryStates, position, share } from './report-shapes.ts'

/**
 * `GET /api/reports/quality`: what became of the events that were received, by the Berlin day of their receipt, and what of
 * the tracking before orders was lost, by the day of their run.
 * @public
 */
export const qualityQuerySchema = z.strictObject({ from: day, to: day }).check(checkRange)

const waterfall = {
  received: count,
  duplicates: count,
  rejected: count,
  stored: count.describe('received − duplicates − rejected.'),
  robots: count.describe('Stored, but from a robot: kept and left out of every figure.'),
  counted: count.describe('stored − robots.'),
}

const tracking = {
  orders: count.describe('Orders by people, by the day of their run.'),
  expected: count.describe('Events that should have come before them: start and every step.'),
  missing: count.describe('Those that never came.'),
  lossRate: share,
}

export const qualitySchema = z.object({
  from: z.string(),
  to: z.string(),
  timezone: z.literal('Europe/Berlin'),
  asOfPosition: position,
  totals: z.object(waterfall),
  days: z.array(z.object({ day: z.string(), ...waterfall })),
  tracking: z.object({
    ...tracking,
    browsers: z.array(z.object({ browser: z.string(), ...tracking })).describe('By orders, then browser.'),
    days: z.array(z.object({ day: z.string(), ...tracking })),
  }),
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
    .describe('Of the last 30 days and the range at most; by count.'),
})
export type QualityReport = z.output<typeof qualitySchema>

/** `GET /api/reports/deliveries`, newest first. `retrying` is pending with at least one failed attempt. */
export const deliveriesQuerySchema = z.strictObject({
  state: z.enum(deliveryStates, `must be one of ${deliveryStates.join(', ')}`).optional(),
  cursor: z.string().max(64).optional().describe('nextCursor of the page before.'),
})

const delivery = z.object({
  id: z.int(),
  position,
  runId: z.string(),
  eventType: z.string(),
  sequence: z.int(),
  state: z.enum(deliveryStates),
  attempts: count,
  createdAt: z.iso.datetime(),
  nextAttemptAt: z.iso.datetime().nullable().describe('Null once it is finished.'),
  finishedAt: z.iso.datetime().nullable(),
})

export const deliveriesSchema = z.object({
  configured: z.boolean().describe('Whether a webhook is set.'),
  stopped: z.object({ reason: z.string(), at: z.iso.datetime() }).nullable(),
  counts: z.object({ pending: count, retrying: count, delivered: count, dead: count }),
  rows: z.array(delivery),
  nextCursor: z.string().nullable(),
})
export type DeliveriesReport = z.output<typeof deliveriesSchema>

/** `GET /api/reports/deliveries/:id`; `POST …/:id/retry` makes it due, `POST /api/reports/deliveries/resume` frees a stopped endpoint. */
export const deliverySchema = z.object({
  ...delivery.shape,
  log: z.array(
    z.object({
      number: z.int(),
      startedAt: z.iso.datetime(),
      durationMs: count,
      httpStatus: z.int().nullable(),
      error: z.string().nullable(),
    }),
  ),
})
export type DeliveryReport = z.output<typeof deliverySchema>

/** `POST /api/reports/deliveries/resume`. */
export const resumedSchema = z.object({
  resumed: z.boolean().describe('False when the webhook was not stopped.'),
})

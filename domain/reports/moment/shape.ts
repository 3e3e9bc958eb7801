import { z } from 'zod'
import type { ReportContract } from '#domain/reports/report-contract.ts'
import { position } from '#domain/reports/shared-shapes.ts'

const time = z.iso.datetime().nullable()

/** Report that tells when the log reached a position. */
export const momentContract = {
  path: 'moment',
  query: z.strictObject({
    position: z
      .string()
      .regex(/^(0|[1-9]\d{0,14})$/, 'must be a position of the log, a whole number from 0')
      .transform(Number)
      .describe('Position in the event log.'),
  }),
  shape: z.object({
    position,
    time: time.describe('When the event at this position was received; null if there is none.'),
    firstTime: time.describe('When the first event was received; null if there is none.'),
  }),
} satisfies ReportContract

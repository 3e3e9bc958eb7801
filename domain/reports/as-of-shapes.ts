import { z } from 'zod'
import { count, position } from './report-shapes.ts'

/**
 * Every report of a past position carries this beside its figures: what has happened to its runs since.
 * Until it is worked out the answer is 202 with `asOfProgressSchema`; ask again.
 */
export const sinceSchema = z.object({
  position: position.describe('Where the log ends now, for the report.'),
  events: count.describe('Events since then that concern its runs.'),
  newRuns: count.describe('Runs of its days that came to be known after it (events that came late).'),
  resumedRuns: count.describe('Runs that were known and have gone on since.'),
  newOrders: count.describe('Of both, those that ordered since.'),
})
export type Since = z.output<typeof sinceSchema>

export const asOfProgressSchema = z.object({ status: z.literal('computing'), done: count, of: count })
export type AsOfProgress = z.output<typeof asOfProgressSchema>

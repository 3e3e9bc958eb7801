import { z } from 'zod'
import { count, position } from './shared-shapes.ts'

/**
 * Changes since a past report (a report as of an earlier log position): further events of its runs, and new runs on the
 * days that the report covers. While the past report is being computed, the service responds with 202 and
 * `asOfProgressSchema`, and the client polls.
 */
export const sinceSchema = z.object({
  position: position.describe('Current end of the event log, as far as the reports have counted it.'),
  events: count.describe('Later events of the runs in the report.'),
  newRuns: count.describe('Runs of these days whose first event came later.'),
  resumedRuns: count.describe('Runs that had events before this position and have had later ones.'),
  newOrders: count.describe('New and resumed runs that have ordered since.'),
})
export type Since = z.output<typeof sinceSchema>

export const asOfProgressSchema = z.object({
  status: z.literal('computing'),
  done: count.describe('Log positions that have been read.'),
  of: count.describe('Log positions to read.'),
})
export type AsOfProgress = z.output<typeof asOfProgressSchema>

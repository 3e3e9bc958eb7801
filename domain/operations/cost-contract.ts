import { z } from 'zod'
import { costErrorCodes, costColumns } from './cost-errors.ts'

/** Fault in a row of costs. Nothing of a request with a fault is stored. */
export const costErrorSchema = z.object({
  line: z.int().describe('Line of the file, from 1; in JSON the number of the element.'),
  column: z.enum(costColumns).nullable().describe('Null if the fault is not in one column.'),
  code: z.enum(costErrorCodes),
  read: z.string().describe('What was read, at most 100 characters.'),
  allowed: z.string(),
})

/** What a request with costs changes. */
export const costChangesSchema = z.object({
  rows: z.int().describe('Number of costs that were read.'),
  from: z.string().describe('First day.'),
  to: z.string().describe('Last day.'),
  costCents: z.int().describe('Sum of the costs that were read.'),
  added: z.int(),
  replaced: z.int().describe('Costs that replace others of the same day, source and campaign.'),
  unchanged: z.int().describe('Costs that were known already.'),
  unusedColumns: z.array(z.string()).describe('Columns of the file that are not read.'),
  position: z.int().nullable().describe('Position of the last event that was stored; null if none was.'),
})
export type CostChangesReport = z.output<typeof costChangesSchema>

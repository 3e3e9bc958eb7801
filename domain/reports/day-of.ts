import { z } from 'zod'
import type { CsvTable } from './csv.ts'

/** Days by which reports count orders: that on which the run started, or that on which the order was placed. */
export const daysOfOrders = ['start', 'order'] as const
export type DayOf = (typeof daysOfOrders)[number]

const oneOf = z.enum(daysOfOrders, `must be one of ${daysOfOrders.join(', ')}`)

/** Parameter of the reports that can count orders by either day. */
export const dayOf = oneOf
  .optional()
  .describe(
    'Day on which an order counts: `start`, the day on which its run started (default), or `order`, the day on which it was placed. Runs and `conversionRate` always follow the start.',
  )

/** Member of the responses of these reports. */
export const countedDay = oneOf.describe('Day on which orders are counted.')

/** Returns a table whose lines say that orders are counted on the day on which they were placed, if they are. */
export function withDayOf(counted: DayOf, { columns, rows }: CsvTable): CsvTable {
  if (counted === 'start') return { columns, rows }
  return { columns: [...columns, 'dayOf'], rows: rows.map((row) => ({ ...row, dayOf: counted })) }
}

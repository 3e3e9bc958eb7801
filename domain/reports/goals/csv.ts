import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { GoalsReport } from './shape.ts'

const columns = [
  'month',
  'funnel',
  'goalOrders',
  'reachedOrders',
  'expectedOrders',
  'expectedOrdersLow',
  'expectedOrdersHigh',
  'ordersChance',
  'goalNetCents',
  'reachedNetCents',
  'expectedNetCents',
  'expectedNetCentsLow',
  'expectedNetCentsHigh',
  'netChance',
] as const

/** Returns the report as a table: one line per month and funnel. The funnel is empty for all funnels together. */
export function goalsCsv({ rows }: GoalsReport): CsvTable {
  return csvTable(
    columns,
    rows.map(({ month, funnel, orders, netRevenueCents: net }) => ({
      month,
      funnel,
      goalOrders: orders.goal,
      reachedOrders: orders.reached,
      expectedOrders: orders.forecast?.value,
      expectedOrdersLow: orders.forecast?.low,
      expectedOrdersHigh: orders.forecast?.high,
      ordersChance: orders.forecast?.chance,
      goalNetCents: net.goal,
      reachedNetCents: net.reached,
      expectedNetCents: net.forecast?.value,
      expectedNetCentsLow: net.forecast?.low,
      expectedNetCentsHigh: net.forecast?.high,
      netChance: net.forecast?.chance,
    })),
  )
}

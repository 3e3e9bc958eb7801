import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { ChoicesReport } from './shape.ts'

const columns = [
  'step',
  'field',
  'label',
  'value',
  'valueLabel',
  'initial',
  'runs',
  'open',
  'left',
  'leftRate',
  'othersLeftRate',
  'excessRate',
  'excessRateLow',
  'excessRateHigh',
  'excessOrders',
  'excessCents',
  'excessCentsLow',
  'excessCentsHigh',
  'certain',
] as const

export function choicesCsv({ rows }: ChoicesReport): CsvTable {
  return csvTable(
    columns,
    rows.map(({ excess, excessOrdersByDay: _days, ...row }) => ({
      ...row,
      excessRate: excess?.rate.value,
      excessRateLow: excess?.rate.low,
      excessRateHigh: excess?.rate.high,
      excessOrders: excess?.orders.value,
      excessCents: excess?.revenueCents.value,
      excessCentsLow: excess?.revenueCents.low,
      excessCentsHigh: excess?.revenueCents.high,
    })),
  )
}

import { attributionModels } from '#domain/attribution/credit-touches.ts'
import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import { withDayOf } from '#domain/reports/day-of.ts'
import type { Returns, RoasReport } from './shape.ts'

const columns = [
  'record',
  'source',
  'campaign',
  'model',
  'costCents',
  'creditedOrders',
  'creditedNetCents',
  'costPerOrderCents',
  'costPerOrderCentsLow',
  'costPerOrderCentsHigh',
  'roas',
  'roasLow',
  'roasHigh',
  'contributionCents',
  'contributionCentsLow',
  'contributionCentsHigh',
  'breakEvenCents',
] as const

/** Returns the report as a table: one line per campaign and model, the sums by model, and the costs without a contact. */
export function roasCsv({ dayOf, rows, totals, unmatched }: RoasReport): CsvTable {
  return withDayOf(
    dayOf,
    csvTable(columns, [
      ...rows.flatMap((row) => modelLines('row', row)),
      ...modelLines('total', totals),
      ...unmatched.map(({ source, campaign, costCents }) => ({
        record: 'unmatched',
        source,
        campaign,
        costCents,
      })),
    ]),
  )
}

type Line = Omit<RoasReport['totals'], 'models'> & {
  source?: string
  campaign?: string
  models: RoasReport['totals']['models']
}

function modelLines(record: string, { models, ...line }: Line) {
  return attributionModels.map((model) => ({ record, ...line, model, ...cells(models[model]) }))
}

function cells({ orders, netRevenueCents, breakEvenCents, ...bounded }: Returns) {
  const { costPerOrderCents, roas, contributionCents } = bounded
  return {
    creditedOrders: orders,
    creditedNetCents: netRevenueCents,
    costPerOrderCents: costPerOrderCents.value,
    costPerOrderCentsLow: costPerOrderCents.low,
    costPerOrderCentsHigh: costPerOrderCents.high,
    roas: roas.value,
    roasLow: roas.low,
    roasHigh: roas.high,
    contributionCents: contributionCents.value,
    contributionCentsLow: contributionCents.low,
    contributionCentsHigh: contributionCents.high,
    breakEvenCents,
  }
}

import { type CsvTable, csvTable } from '#domain/reports/csv.ts'
import type { BreakdownReport, DropOffReport, FieldsReport, TrendReport } from './shape.ts'

type Outcome = BreakdownReport['totals']

const outcomeColumns = [
  'completed',
  'abandoned',
  'open',
  'recovered',
  'revenueCents',
  'conversionRate',
  'netRevenueCents',
] as const

/** Columns of an outcome. Columns that earlier versions did not have come last. */
const columnsOf = ({ stages, lost }: Pick<Outcome, 'stages' | 'lost'>) => [
  ...stages.map((_, stage) => `stage${stage}`),
  ...outcomeColumns,
  ...lost.map((_, index) => `lost${index + 1}`),
]

function cells({ stages, lost, ...outcome }: Outcome) {
  return {
    ...Object.fromEntries(stages.map((runs, stage) => [`stage${stage}`, runs])),
    ...Object.fromEntries(lost.map((runs, index) => [`lost${index + 1}`, runs])),
    ...outcome,
  }
}

/** Returns the report as a table, one line per day or, if there are hours, per hour. */
export function trendCsv({ days, hours }: TrendReport): CsvTable {
  const columns = columnsOf(days[0] ?? { stages: [], lost: [] })
  if (hours)
    return csvTable(
      ['day', 'hour', 'minutes', ...columns],
      hours.map(({ day, hour, minutes, ...outcome }) => ({ day, hour, minutes, ...cells(outcome) })),
    )
  return csvTable(
    ['day', ...columns],
    days.map(({ day, ...outcome }) => ({ day, ...cells(outcome) })),
  )
}

/**
 * Returns the report as a table, one line per value of the dimension or pair of values. The last line contains the
 * totals; its key is empty.
 */
export function breakdownCsv({ by, and, rows, totals }: BreakdownReport): CsvTable {
  return csvTable(
    ['record', 'key', ...columnsOf(totals), 'dimension', 'andDimension', 'andKey'],
    [
      ...rows.map(({ key, andKey, ...outcome }) => ({
        record: 'row',
        key,
        ...cells(outcome),
        dimension: by,
        andDimension: and,
        andKey,
      })),
      { record: 'total', ...cells(totals) },
    ],
  )
}

const fieldColumns = [
  'step',
  'stepName',
  'field',
  'label',
  'rule',
  'runs',
  'share',
  'gaveUp',
  'gaveUpRate',
  'lostCents',
  'othersRate',
  'excessRuns',
  'excessOrders',
  'excessCents',
  'excessCentsLow',
  'excessCentsHigh',
] as const

export function fieldsCsv({ rows }: FieldsReport): CsvTable {
  return csvTable(
    fieldColumns,
    rows.map(({ excess, runsByDay: _days, ...row }) => ({
      ...row,
      excessRuns: excess?.runs.value,
      excessOrders: excess?.orders.value,
      excessCents: excess?.revenueCents.value,
      excessCentsLow: excess?.revenueCents.low,
      excessCentsHigh: excess?.revenueCents.high,
    })),
  )
}

const dropOffColumns = [
  'record',
  'step',
  'name',
  'field',
  'rule',
  'runs',
  'lost',
  'lossRate',
  'medianSeconds',
  'open',
] as const

/** Returns all figures in one table. The column `record` distinguishes stages, outcomes and rejected fields. */
export function dropOffCsv(report: DropOffReport): CsvTable {
  const outcomes = ['completed', 'abandoned', 'open'] as const
  return csvTable(dropOffColumns, [
    ...report.stages.map((stage) => ({ record: 'stage', ...stage, step: stage.stage })),
    ...outcomes.map((name) => ({ record: 'outcome', name, runs: report[name] })),
    ...report.invalid.map((refused) => ({
      record: 'invalid',
      name: report.stages[refused.step]?.name,
      ...refused,
    })),
  ])
}

import { csvTable } from './csv.ts'
import type { BreakdownReport, FieldsReport, TrendReport } from './drop-off-shapes.ts'

type Outcome = BreakdownReport['totals']

const outcomeColumns = [
  'completed',
  'abandoned',
  'open',
  'recovered',
  'revenueCents',
  'conversionRate',
] as const

const stageColumns = ({ stages }: Pick<Outcome, 'stages'>) => stages.map((_, stage) => `stage${stage}`)

function cells({ stages, ...outcome }: Outcome) {
  return { ...Object.fromEntries(stages.map((runs, stage) => [`stage${stage}`, runs])), ...outcome }
}

/** A line a day. */
export function trendCsv({ days }: TrendReport): string {
  const columns = ['day', ...stageColumns(days[0] ?? { stages: [] }), ...outcomeColumns]
  return csvTable(
    columns,
    days.map(({ day, ...outcome }) => ({ day, ...cells(outcome) })),
  )
}

/** A line a value, and the totals as a last one without a key. */
export function breakdownCsv({ rows, totals }: BreakdownReport): string {
  return csvTable(
    ['record', 'key', ...stageColumns(totals), ...outcomeColumns],
    [
      ...rows.map(({ key, ...outcome }) => ({ record: 'row', key, ...cells(outcome) })),
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
] as const

export function fieldsCsv({ rows }: FieldsReport): string {
  return csvTable(fieldColumns, rows)
}

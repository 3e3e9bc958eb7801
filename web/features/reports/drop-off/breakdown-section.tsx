import { type BreakdownReport, breakdownContract } from '#domain/reports/drop-off/shape.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import { hours, weekdays } from '#domain/runs/dimensions.ts'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import type { DropOffParams } from './comparison.ts'
import { type BreakdownRow as Row, nameOf, splitName, valuesOf } from './groups.ts'
import { SplitChoice, readSplit } from './split-choice.tsx'
import { countedVersions } from './versions.tsx'

/**
 * Section with the drop-off for each value of a dimension, or for each pair of values of two. Choosing a row filters the
 * whole page by its values.
 */
export function BreakdownSection({ params }: { params: DropOffParams }) {
  const { search } = useFilters()
  const query = { ...params, ...readSplit(search) }
  const state = useReport(breakdownContract, query)
  return (
    <ReportSection
      title="Aufgeschlüsselt"
      about="Wählen Sie eine Zeile, damit die ganze Seite nur diese Anträge zeigt."
      state={state}
      csv={csvAddress(breakdownContract, query)}
      tools={<SplitChoice />}
      isEmpty={({ rows }) => rows.length === 0}
    >
      {(report) => <BreakdownTable report={report} params={params} />}
    </ReportSection>
  )
}

function BreakdownTable({ report, params }: { report: BreakdownReport; params: DropOffParams }) {
  const { totals } = report
  const rows = inOrder(report)
  const funnelVersion = countedVersions(report)
  const maxRuns = Math.max(1, ...rows.map(({ stages }) => stages[0] ?? 0))
  const best = Math.max(...rows.map(({ conversionRate }) => conversionRate))
  const link = (row: Row, figure: keyof typeof figureWords, count: number) => (
    <RunsLink
      figure={figure}
      params={{ ...params, funnelVersion, ...valuesOf(report, row) }}
      count={count}
      about={`${figureWords[figure]}, ${nameOf(report, row)}`}
    />
  )
  return (
    <DataTable
      caption={`Abbruch nach ${splitName(report)}`}
      rows={rows}
      rowKey={({ key, andKey }) => `${key} ${andKey}`}
      limit={{ phone: 5, wide: 24 }}
      columns={[
        {
          title: splitName(report),
          wraps: true,
          renderCell: (row) => <FilterButton report={report} row={row} />,
        },
        {
          title: definitions.runs.name,
          figure: 'runs',
          numeric: true,
          sortBy: ({ stages }) => stages[0] ?? 0,
          renderCell: (row) => (
            <ShareBar share={(row.stages[0] ?? 0) / maxRuns}>
              {link(row, 'runs', row.stages[0] ?? 0)}
            </ShareBar>
          ),
        },
        {
          title: definitions.conversionRate.name,
          figure: 'conversionRate',
          numeric: true,
          sortBy: ({ conversionRate }) => conversionRate,
          renderCell: ({ conversionRate }) => (
            <ShareBar share={best === 0 ? 0 : conversionRate / best}>{share(conversionRate)}</ShareBar>
          ),
        },
        counted(
          'completed',
          (row) => row.completed,
          (row) => link(row, 'completed', row.completed),
        ),
        counted(
          'abandoned',
          (row) => row.abandoned,
          (row) => link(row, 'abandoned', row.abandoned),
        ),
        counted(
          'recovered',
          (row) => row.recovered,
          (row) => link(row, 'recovered', row.recovered),
        ),
        counted(
          'netRevenueCents',
          (row) => row.netRevenueCents,
          (row) => euro(row.netRevenueCents),
        ),
      ]}
      totals={[
        'Zusammen',
        number(totals.stages[0] ?? 0),
        share(totals.conversionRate),
        number(totals.completed),
        number(totals.abandoned),
        number(totals.recovered),
        euro(totals.netRevenueCents),
      ]}
    />
  )
}

const figureWords = {
  runs: 'Anträge',
  completed: 'bestellt',
  abandoned: 'abgebrochen',
  recovered: 'zurückgeholt',
}

function counted(
  figure: DefinedFigure,
  sortBy: (row: Row) => number,
  renderCell: Column<Row>['renderCell'],
): Column<Row> {
  return { title: definitions[figure].name, figure, numeric: true, sortBy, renderCell }
}

/** Returns the rows; those by weekday or hour in the order of the week or the day. */
function inOrder({ by, and, rows }: BreakdownReport): Row[] {
  const order: readonly string[] | undefined = by === 'weekday' ? weekdays : by === 'hour' ? hours : undefined
  if (!order || and !== null) return rows
  return rows.toSorted((a, b) => order.indexOf(a.key) - order.indexOf(b.key))
}

function FilterButton({ report, row }: { report: BreakdownReport; row: Row }) {
  const { set } = useFilters()
  return (
    <button
      type="button"
      onClick={() => set(valuesOf(report, row))}
      className="min-h-6 cursor-pointer rounded-sm text-left text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      <span className="sr-only">Nur </span>
      {nameOf(report, row)}
    </button>
  )
}

import {
  type BreakdownDimension,
  type BreakdownReport,
  breakdownContract,
  breakdownDimensions,
} from '#domain/reports/drop-off/shape.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { dimensionNames, keyName } from '#domain/reports/words.ts'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'

type Row = BreakdownReport['rows'][number]

/** Section with the drop-off for each value of a dimension. Choosing a row filters the whole page by its value. */
export function BreakdownSection({ params }: { params: DropOffParams }) {
  const { search, set } = useFilters()
  const dimension = breakdownDimensions.find((one) => one === search.get('nach')) ?? 'device'
  const query = { ...params, by: dimension }
  const state = useReport(breakdownContract, query)
  return (
    <ReportSection
      title="Aufgeschlüsselt"
      about="Wählen Sie eine Zeile, damit die ganze Seite nur diese Anträge zeigt."
      state={state}
      csv={csvAddress(breakdownContract, query)}
      tools={
        <ChoiceButtons
          label="Aufschlüsseln nach"
          options={breakdownDimensions.map((value) => ({ value, name: dimensionNames[value] }))}
          chosen={dimension}
          onChoose={(value) => set({ nach: value })}
        />
      }
      isEmpty={({ rows }) => rows.length === 0}
    >
      {(report) => <BreakdownTable report={report} params={params} />}
    </ReportSection>
  )
}

function BreakdownTable({ report, params }: { report: BreakdownReport; params: DropOffParams }) {
  const { by, rows, totals, funnel } = report
  const funnelVersion = countedVersions(report)
  const maxRuns = Math.max(1, ...rows.map(({ stages }) => stages[0] ?? 0))
  const best = Math.max(...rows.map(({ conversionRate }) => conversionRate))
  const link = (row: Row, figure: 'runs' | 'completed' | 'abandoned' | 'recovered', count: number) => (
    <RunsLink
      figure={figure}
      params={{ ...params, funnelVersion, [by]: row.key }}
      count={count}
      about={`${figureWords[figure]}, ${keyName(row.key, funnel)}`}
    />
  )
  return (
    <DataTable
      caption={`Abbruch nach ${dimensionNames[by]}`}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        {
          title: dimensionNames[by],
          wraps: true,
          renderCell: (row) => <FilterButton {...{ by, row, funnel }} />,
        },
        {
          title: 'Anträge',
          numeric: true,
          sortBy: ({ stages }) => stages[0] ?? 0,
          renderCell: (row) => (
            <ShareBar share={(row.stages[0] ?? 0) / maxRuns}>
              {link(row, 'runs', row.stages[0] ?? 0)}
            </ShareBar>
          ),
        },
        {
          title: 'Abschlussquote',
          numeric: true,
          sortBy: ({ conversionRate }) => conversionRate,
          renderCell: ({ conversionRate }) => (
            <ShareBar share={best === 0 ? 0 : conversionRate / best}>{share(conversionRate)}</ShareBar>
          ),
        },
        counted(
          'Bestellt',
          (row) => row.completed,
          (row) => link(row, 'completed', row.completed),
        ),
        counted(
          'Abgebrochen',
          (row) => row.abandoned,
          (row) => link(row, 'abandoned', row.abandoned),
        ),
        counted(
          'Zurückgeholt',
          (row) => row.recovered,
          (row) => link(row, 'recovered', row.recovered),
        ),
        counted(
          'Umsatz',
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
  title: string,
  sortBy: (row: Row) => number,
  renderCell: Column<Row>['renderCell'],
): Column<Row> {
  return { title, numeric: true, sortBy, renderCell }
}

interface FilterButtonProps {
  by: BreakdownDimension
  row: Row
  funnel: string
}

function FilterButton({ by, row, funnel }: FilterButtonProps) {
  const { set } = useFilters()
  return (
    <button
      type="button"
      onClick={() => set({ [by]: row.key })}
      className="cursor-pointer rounded-sm text-left text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      <span className="sr-only">Nur </span>
      {keyName(row.key, funnel)}
    </button>
  )
}

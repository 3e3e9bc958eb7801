import { type OverviewReport, overviewContract } from '#domain/reports/overview/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { Change } from '#web/features/reports/words/change.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { dayRange, longDay } from '#web/features/reports/words/number-format.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#web/features/reports/words/words.ts'
import { DaysSection } from './days-section.tsx'
import { LiveSection } from './live-section.tsx'
import { measures } from './measures.ts'

/** Page with runs, orders, revenue and conversion of all funnels, compared with the previous period. */
export function OverviewPage() {
  const { filters, today } = useFilters()
  const query = rangeParams(filters)
  const state = useReport(overviewContract, query)
  return (
    <ReportPage title="Überblick" filters="days" asOfState={state}>
      <ReportSection
        title="Alle Anträge"
        state={state}
        isEmpty={({ totals }) => totals.runs === 0 && totals.before.runs === 0}
        empty="In diesem Zeitraum hat noch niemand einen Antrag begonnen."
        csv={csvAddress(overviewContract, query)}
      >
        {({ totals, before, funnels }) => (
          <div className="grid gap-6 *:min-w-0">
            <div>
              <Totals totals={totals} params={query} />
              <p className="mt-3 text-sm text-muted">
                Mehr und weniger im Vergleich mit {dayRange(before.from, before.to)}.
                {filters.to === today && ` Der heutige Tag (${longDay(today)}) läuft noch.`}
              </p>
            </div>
            <FunnelsTable funnels={funnels} params={query} />
          </div>
        )}
      </ReportSection>
      <DaysSection state={state} params={query} />
      <LiveSection />
    </ReportPage>
  )
}

function Totals({ totals, params }: { totals: OverviewReport['totals']; params: RunsParams }) {
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 lg:grid-cols-4">
      {Object.entries(measures).map(([key, { name, of, format, figure }]) => (
        <div key={key} className="grid content-start">
          <dt className="text-sm text-muted">{name}</dt>
          <dd className="text-xl font-bold tabular-nums sm:text-2xl">
            <RunsLink
              figure={figure}
              params={params}
              count={of(totals)}
              text={format(of(totals))}
              about={`${name}, alle Anträge`}
            />
          </dd>
          <dd>
            <Change now={of(totals)} before={of(totals.before)} ofShares={key === 'conversion'} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Funnel = OverviewReport['funnels'][number]

interface FunnelsTableProps {
  funnels: readonly Funnel[]
  params: RunsParams
}

function FunnelsTable({ funnels, params }: FunnelsTableProps) {
  const columns = Object.entries(measures).map(([key, { name, of, format, figure }]) => ({
    title: name,
    numeric: true,
    sortBy: of,
    renderCell: (row: Funnel) => (
      <>
        <RunsLink
          figure={figure}
          params={{ ...params, funnel: row.funnel }}
          count={of(row)}
          text={format(of(row))}
          about={`${name}, ${funnelName(row.funnel)}`}
        />
        <span className="block">
          <Change now={of(row)} before={of(row.before)} ofShares={key === 'conversion'} />
        </span>
      </>
    ),
  }))
  return (
    <DataTable
      caption="Zahlen je Antrag"
      rows={funnels}
      rowKey={({ funnel }) => funnel}
      columns={[{ title: 'Antrag', renderCell: ({ funnel }) => funnelName(funnel) }, ...columns]}
    />
  )
}

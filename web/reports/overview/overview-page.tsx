import { type OverviewReport, overviewSchema } from '#domain/reports/overview-shapes.ts'
import { DataTable } from '../blocks/data-table.tsx'
import { ReportSection } from '../blocks/report-section.tsx'
import { RunsLink } from '../blocks/runs-link.tsx'
import { Change } from '../change.tsx'
import { type Params, reportAddress } from '../get-report.ts'
import { dayRange, longDay } from '../number-format.ts'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { funnelName } from '../words.ts'
import { DaysSection } from './days-section.tsx'
import { LiveSection } from './live-section.tsx'
import { measures } from './measures.ts'

/** Runs, orders, revenue and conversion of all funnels, each against the days before. */
export function OverviewPage() {
  const { filters, today } = useFilters()
  const asked = rangeParams(filters)
  const state = useReport('overview', asked, overviewSchema)
  return (
    <ReportPage title="Überblick" filters="days" stand={state}>
      <ReportSection
        title="Alle Anträge"
        state={state}
        isEmpty={({ totals }) => totals.runs === 0 && totals.before.runs === 0}
        empty="In diesem Zeitraum hat noch niemand einen Antrag begonnen."
        csv={reportAddress('overview.csv', asked)}
      >
        {({ totals, before, funnels }) => (
          <div className="grid gap-6 *:min-w-0">
            <div>
              <Totals totals={totals} params={asked} />
              <p className="mt-3 text-sm text-muted">
                Mehr und weniger im Vergleich mit {dayRange(before.from, before.to)}.
                {filters.to === today && ` Der heutige Tag (${longDay(today)}) läuft noch.`}
              </p>
            </div>
            <FunnelsTable funnels={funnels} params={asked} />
          </div>
        )}
      </ReportSection>
      <DaysSection state={state} params={asked} />
      <LiveSection />
    </ReportPage>
  )
}

function Totals({ totals, params }: { totals: OverviewReport['totals']; params: Params }) {
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
  params: Params
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

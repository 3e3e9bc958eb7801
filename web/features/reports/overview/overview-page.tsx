import { type OverviewReport, overviewContract } from '#domain/reports/overview/shape.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
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
import { finishedDays, measures } from './measures.ts'

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
              <Totals totals={totals} params={query} today={today} />
              <p className="mt-3 text-sm text-muted">{comparisonWords(totals, before, today)}</p>
            </div>
            <FunnelsTable funnels={funnels} params={query} today={today} />
          </div>
        )}
      </ReportSection>
      <DaysSection state={state} params={query} />
      <LiveSection />
    </ReportPage>
  )
}

/** Says with which days the figures are compared. The current day is left out, because it is not over. */
function comparisonWords(
  { days, daysBefore }: OverviewReport['totals'],
  before: OverviewReport['before'],
  today: string,
): string {
  const over = days.filter(({ day }) => day < today)
  if (over.length === 0) return `Der ${longDay(today)} läuft noch und wird mit keinem ganzen Tag verglichen.`
  const last = daysBefore[over.length - 1]?.day ?? before.to
  const compared = `im Vergleich mit ${dayRange(before.from, last)}`
  return over.length === days.length
    ? `Mehr und weniger ${compared}.`
    : `Mehr und weniger ohne heute (${longDay(today)} läuft noch), ${compared}.`
}

interface TotalsProps {
  totals: OverviewReport['totals']
  params: RunsParams
  today: string
}

function Totals({ totals, params, today }: TotalsProps) {
  const compared = finishedDays(totals, today)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-5 sm:grid-cols-3 lg:grid-cols-5">
      {Object.entries(measures).map(([key, { name, defined, of, format, figure }]) => (
        <div key={key} className="grid content-start">
          <dt className="text-sm text-muted">
            {name}
            <DefinitionHelp of={defined} />
          </dt>
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
            {compared && (
              <Change now={of(compared.now)} before={of(compared.before)} ofShares={key === 'conversion'} />
            )}
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
  today: string
}

const funnelMeasures = ['orders', 'runs', 'revenue', 'conversion'] as const

function FunnelsTable({ funnels, params, today }: FunnelsTableProps) {
  const columns = funnelMeasures.map((key) => {
    const { name, of, format, figure } = measures[key]
    const change = (row: Funnel) => {
      const compared = finishedDays(row, today)
      if (!compared) return null
      const { now, before } = compared
      return <Change now={of(now)} before={of(before)} ofShares={key === 'conversion'} />
    }
    return {
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
          <span className="block">{change(row)}</span>
        </>
      ),
    }
  })
  return (
    <DataTable
      caption="Zahlen je Antrag"
      rows={funnels}
      rowKey={({ funnel }) => funnel}
      columns={[{ title: 'Antrag', renderCell: ({ funnel }) => funnelName(funnel) }, ...columns]}
    />
  )
}

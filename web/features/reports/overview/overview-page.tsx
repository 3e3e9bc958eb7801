import { Link } from 'react-router-dom'
import { type OverviewReport, overviewContract } from '#domain/reports/overview/shape.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { SinceThen } from '#web/features/reports/blocks/since-then.tsx'
import { Change } from '#web/features/reports/words/change.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { dayRange, longDay, pointsOfShare } from '#web/features/reports/words/number-format.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { UnitChoice } from '#web/features/reports/plot/unit-choice.tsx'
import { comparedPeriodOf } from '#web/features/reports/filters/compared-periods.ts'
import { keptSearch } from '#web/features/reports/filters/filters.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { DaysPlot } from './days-plot.tsx'
import { ComparedPeriodChoice } from './compared-period-choice.tsx'
import { LiveSection } from './live-section.tsx'
import { type Measure, finishedDays, measures } from './measures.ts'

/** Page with runs, orders, revenue and conversion of all funnels, compared with another period. */
export function OverviewPage() {
  const { filters, today, search } = useFilters()
  const query = { ...rangeParams(filters), compare: comparedPeriodOf(filters.compare) }
  const params = rangeParams(filters)
  const state = useReport(overviewContract, query)
  const present = useReport(
    overviewContract,
    { ...query, asOf: undefined },
    { enabled: filters.asOf !== undefined },
  )
  const now = filters.asOf === undefined ? undefined : present.report
  const chosen = (Object.keys(measures).find((name) => name === search.get('kennzahl')) ??
    'orders') as Measure
  return (
    <ReportPage title="Überblick" filters="days" asOfState={state}>
      <ReportSection
        title="Alle Antragsarten"
        state={state}
        isEmpty={isEmpty}
        empty="In diesem Zeitraum hat noch niemand einen Antrag begonnen."
        csv={csvAddress(overviewContract, query)}
        tools={
          <>
            <ComparedPeriodChoice />
            <UnitChoice />
          </>
        }
      >
        {(report) => (
          <div className="grid gap-4 *:min-w-0">
            <Totals totals={report.totals} now={now?.totals} params={params} today={today} chosen={chosen} />
            <p className="text-sm text-muted">{comparisonWords(report.totals, report.before, today)}</p>
            <DaysPlot report={report} params={params} chosen={chosen} />
          </div>
        )}
      </ReportSection>
      <ReportSection title="Je Antragsart" state={state} isEmpty={isEmpty}>
        {({ funnels }) => <FunnelsTable funnels={funnels} now={now?.funnels} params={params} today={today} />}
      </ReportSection>
      <LiveSection />
    </ReportPage>
  )
}

const isEmpty = ({ totals }: OverviewReport) => totals.runs === 0 && totals.before.runs === 0

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
  /** Present totals, if `totals` are those of a past time. */
  now: OverviewReport['totals'] | undefined
  params: RunsParams
  today: string
  /** Measure that the plot shows. */
  chosen: Measure
}

/** Tiles with the figures of all funnels. The name of a figure makes the plot show that figure. */
function Totals({ totals, now, params, today, chosen }: TotalsProps) {
  const { set } = useFilters()
  const compared = finishedDays(totals, today)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
      {Object.entries(measures).map(([key, { name, defined, of, format, figure }]) => (
        <div
          key={key}
          className={classNames(
            'grid content-start border-t-2 pt-1',
            key === chosen ? 'border-leaf-700' : 'border-transparent',
          )}
        >
          <dt className="flex items-center text-sm text-muted">
            <button
              type="button"
              aria-pressed={key === chosen}
              title="Verlauf zeigen"
              onClick={() => set({ kennzahl: key })}
              className={classNames(
                'min-h-[26px] cursor-pointer rounded-sm underline decoration-line underline-offset-4 hover:text-leaf-800 hover:decoration-leaf-700 print:no-underline',
                key === chosen && 'font-semibold text-leaf-800',
              )}
            >
              {name}
            </button>
            <DefinitionHelp of={defined} />
          </dt>
          <dd className="text-xl font-bold tabular-nums sm:text-2xl">
            <RunsLink
              figure={figure}
              params={params}
              count={of(totals)}
              text={format(of(totals))}
              about={`${name}, alle Antragsarten`}
            />
          </dd>
          <dd>
            <SinceThen
              figure={figure}
              params={params}
              then={of(totals)}
              now={now && of(now)}
              format={format}
              formatChange={key === 'conversion' ? pointsOfShare : format}
              about={`${name}, alle Antragsarten`}
            />
          </dd>
          <dd>
            {compared && (
              <Change
                now={of(compared.now)}
                before={of(compared.before)}
                ofShares={key === 'conversion' && compared.before.runs > 0}
              />
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
  /** Present figures, if `funnels` are those of a past time. */
  now: readonly Funnel[] | undefined
  params: RunsParams
  today: string
}

const funnelMeasures = ['orders', 'runs', 'revenue', 'conversion'] as const

function FunnelsTable({ funnels, now, params, today }: FunnelsTableProps) {
  const columns = funnelMeasures.map((key) => {
    const { name, of, format, figure } = measures[key]
    const change = (row: Funnel) => {
      const compared = finishedDays(row, today)
      if (!compared) return null
      return <Change now={of(compared.now)} before={of(compared.before)} ofShares={key === 'conversion'} />
    }
    const presentOf = ({ funnel }: Funnel) => {
      const row = now?.find((one) => one.funnel === funnel)
      return row && of(row)
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
          <span className="block">
            <SinceThen
              figure={figure}
              params={{ ...params, funnel: row.funnel }}
              then={of(row)}
              now={presentOf(row)}
              format={format}
              formatChange={key === 'conversion' ? pointsOfShare : format}
              about={`${name}, ${funnelName(row.funnel)}`}
            />
          </span>
          <span className="block">{change(row)}</span>
        </>
      ),
    }
  })
  return (
    <DataTable
      caption="Zahlen je Antragsartsartsartsart"
      rows={funnels}
      rowKey={({ funnel }) => funnel}
      columns={[
        { title: 'Antragsart', renderCell: ({ funnel }) => <DropOffLink funnel={funnel} /> },
        ...columns,
      ]}
    />
  )
}

/** Name of a funnel that links to its drop-off on the same days. */
function DropOffLink({ funnel }: { funnel: string }) {
  const { search } = useFilters()
  const query = new URLSearchParams(keptSearch(search))
  query.set('funnel', funnel)
  return (
    <Link
      to={`/abbruch?${query}`}
      className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      {funnelName(funnel)}
    </Link>
  )
}

import { Link } from 'react-router-dom'
import { type OverviewReport, overviewContract } from '#domain/reports/overview/shape.ts'
import { classNames } from '#web/ui/class-names.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { EmptyPeriod } from '#web/features/reports/blocks/empty-period.tsx'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { SinceThen } from '#web/features/reports/blocks/since-then.tsx'
import { Change } from '#web/features/reports/words/change.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { pointsOfShare } from '#web/features/reports/words/number-format.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { UnitChoice, usePlotUnit } from '#web/features/reports/plot/unit-choice.tsx'
import { comparedPeriodOf, usualPeriod } from '#web/features/reports/filters/compared-periods.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import { keptSearch } from '#web/features/reports/filters/filters.ts'
import { dayOfParam } from '#web/features/reports/filters/day-of.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { DaysPlot } from './days-plot.tsx'
import { comparedFigures, comparisonWords } from './compared-figures.ts'
import { ComparedPeriodChoice } from './compared-period-choice.tsx'
import { LiveSection } from './live-section.tsx'
import { type Measure, definedAs, listParams, listedMeasures, measureNames, measures } from './measures.ts'

/** Page with runs, orders, revenue and conversion of all funnels, compared with another period. */
export function OverviewPage() {
  const { filters, until, search } = useFilters()
  const query = {
    ...rangeParams(filters),
    compare: comparedPeriodOf(filters.compare) ?? usualPeriod(filters.preset),
    dayOf: dayOfParam(filters.dayOf),
    ...(usePlotUnit() === 'stunde' && { per: 'hour' }),
  }
  const params = rangeParams(filters)
  const state = useReport(overviewContract, query)
  const present = useReport(
    overviewContract,
    { ...query, asOf: undefined },
    { enabled: filters.asOf !== undefined },
  )
  const now = filters.asOf === undefined ? undefined : present.report
  const chosen = measureNames.find((name) => name === search.get('kennzahl')) ?? 'orders'
  return (
    <ReportPage title="Überblick" filters="days" hasDayOf asOfState={state}>
      <ReportSection
        title="Alle Antragsarten"
        state={state}
        isEmpty={isEmpty}
        empty={
          <EmptyPeriod isFirst={state.report?.asOfPosition === 0}>
            {filters.dayOf === 'order'
              ? 'In diesem Zeitraum hat niemand einen Antrag begonnen oder bestellt.'
              : 'In diesem Zeitraum hat niemand einen Antrag begonnen.'}
          </EmptyPeriod>
        }
        csv={csvAddress(overviewContract, query)}
        tools={
          <>
            <ComparedPeriodChoice />
            <UnitChoice />
          </>
        }
      >
        {(report) => (
          <div className="grid gap-3 *:min-w-0">
            <Totals totals={report.totals} now={now?.totals} params={params} until={until} chosen={chosen} />
            <p className="text-sm text-muted">{comparisonWords(report.totals, report.before, until)}</p>
            <DaysPlot report={report} params={params} chosen={chosen} />
          </div>
        )}
      </ReportSection>
      {!(state.report && isEmpty(state.report)) && (
        <ReportSection title="Je Antragsart" state={state}>
          {({ funnels }) => (
            <FunnelsTable funnels={funnels} now={now?.funnels} params={params} until={until} />
          )}
        </ReportSection>
      )}
      <LiveSection />
    </ReportPage>
  )
}

const isEmpty = ({ totals }: OverviewReport) =>
  totals.runs + totals.orders === 0 && totals.before.runs + totals.before.orders === 0

interface TotalsProps {
  totals: OverviewReport['totals']
  /** Present totals, if `totals` are those of a past time. */
  now: OverviewReport['totals'] | undefined
  params: RunsParams
  until: ReportTime
  /** Measure that the plot shows. */
  chosen: Measure
}

/** Tiles with the figures of all funnels. The name of a figure makes the plot show that figure. */
function Totals({ totals, now, params, until, chosen }: TotalsProps) {
  const { filters, set } = useFilters()
  const { dayOf } = filters
  const compared = comparedFigures(totals, until, dayOf)
  return (
    <dl className="grid grid-cols-2 gap-x-4 gap-y-4 sm:grid-cols-3 lg:grid-cols-5">
      {listedMeasures.map(({ key, name, of, format, figure }) => (
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
            <DefinitionHelp of={definedAs(key, dayOf)} />
          </dt>
          <dd className="text-xl font-bold tabular-nums sm:text-2xl">
            <RunsLink
              figure={figure}
              params={listParams(key, dayOf, params)}
              count={of(totals)}
              text={format(of(totals))}
              about={`${name}, alle Antragsarten`}
            />
          </dd>
          <dd>
            <SinceThen
              figure={figure}
              params={listParams(key, dayOf, params)}
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
  until: ReportTime
}

const funnelMeasures = ['orders', 'runs', 'revenue', 'conversion'] as const

function FunnelsTable({ funnels, now, params, until }: FunnelsTableProps) {
  const { dayOf } = useFilters().filters
  const columns = funnelMeasures.map((key) => {
    const { name, of, format, figure } = measures[key]
    const paramsOf = ({ funnel }: Funnel) => ({ ...listParams(key, dayOf, params), funnel })
    const change = (row: Funnel) => {
      const compared = comparedFigures(row, until, dayOf)
      if (!compared) return null
      return <Change now={of(compared.now)} before={of(compared.before)} ofShares={key === 'conversion'} />
    }
    const presentOf = ({ funnel }: Funnel) => {
      const row = now?.find((one) => one.funnel === funnel)
      return row && of(row)
    }
    return {
      title: name,
      figure: definedAs(key, dayOf),
      numeric: true,
      sortBy: of,
      renderCell: (row: Funnel) => (
        <>
          <RunsLink
            figure={figure}
            params={paramsOf(row)}
            count={of(row)}
            text={format(of(row))}
            about={`${name}, ${funnelName(row.funnel)}`}
          />
          <span className="block">
            <SinceThen
              figure={figure}
              params={paramsOf(row)}
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
      caption="Zahlen je Antragsart"
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

import { definitions } from '#domain/reports/definitions.ts'
import { type LiveReport, liveContract } from '#domain/reports/live/shape.ts'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { clock, number } from '#web/features/reports/words/number-format.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'

/** Figures of the last 30 minutes, refreshed every 10 s while the page is visible. */
export function LiveSection() {
  const state = useReport(liveContract, {}, { every: 10_000 })
  return (
    <ReportSection title="Gerade jetzt" state={state} className="print:hidden">
      {({ activeRuns, minutes, funnels, now }) => {
        const begun = sum(minutes.map(({ runs }) => runs))
        const ordered = sum(minutes.map(({ orders }) => orders))
        if (activeRuns + begun + ordered === 0)
          return (
            <p className="text-muted">
              In den letzten 30 Minuten war niemand da (Stand {clock(now)} Uhr, alle 10 Sekunden neu).
            </p>
          )
        return (
          <>
            <p className="mb-3">
              <strong>{number(activeRuns)}</strong> {activeRuns === 1 ? 'Antrag ist' : 'Anträge sind'} gerade
              aktiv. In den letzten 30 Minuten: <strong>{number(begun)}</strong> begonnen,{' '}
              <strong>{number(ordered)}</strong> bestellt
              {begun > 0 && ` (${begunByFunnel(funnels)})`}.
            </p>
            <Minutes minutes={minutes} />
            <p className="text-sm text-muted">
              Stand {clock(now)} Uhr, alle 10 Sekunden neu. Mit Rand: begonnene Anträge, gefüllt:
              Bestellungen.
            </p>
            <PlotTable>
              <MinutesTable minutes={minutes} />
            </PlotTable>
          </>
        )
      }}
    </ReportSection>
  )
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function begunByFunnel(funnels: LiveReport['funnels']): string {
  return funnels
    .filter(({ runs }) => runs > 0)
    .map(({ funnel, runs }) => `${funnelName(funnel)} ${number(runs)}`)
    .join(', ')
}

type Minute = LiveReport['minutes'][number]

/** Chart with two bars per minute. The bar of the orders is in front of the bar of the started runs. */
function Minutes({ minutes }: { minutes: readonly Minute[] }) {
  // The maximum is at least 4, so that the bar of a single run does not fill the full height.
  const max = Math.max(4, ...minutes.flatMap(({ runs, orders }) => [runs, orders]))
  const height = (count: number) => `${(count / max) * 100}%`
  return (
    <div aria-hidden="true" className="mb-1 flex h-16 items-end gap-0.5 border-b border-control sm:gap-1">
      {minutes.map(({ minute, runs, orders }) => (
        <span key={minute} className="relative h-full flex-1">
          <span
            className="absolute inset-x-0 bottom-0 plot-bar-2 rounded-t-sm"
            style={{ height: height(runs) }}
          />
          <span
            className="absolute inset-x-0 bottom-0 plot-bar-1 rounded-t-sm"
            style={{ height: height(orders) }}
          />
        </span>
      ))}
    </div>
  )
}

function MinutesTable({ minutes }: { minutes: readonly Minute[] }) {
  return (
    <DataTable
      caption="Die letzten 30 Minuten"
      rows={minutes}
      rowKey={({ minute }) => minute}
      columns={[
        { title: 'Minute', renderCell: ({ minute }) => clock(minute) },
        {
          title: definitions.runsNow.name,
          figure: 'runsNow',
          numeric: true,
          renderCell: ({ runs }) => number(runs),
        },
        {
          title: definitions.ordersNow.name,
          figure: 'ordersNow',
          numeric: true,
          renderCell: ({ orders }) => number(orders),
        },
      ]}
    />
  )
}

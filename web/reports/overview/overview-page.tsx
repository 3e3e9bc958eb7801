import { type OverviewReport, overviewSchema } from '#domain/reports/overview-shapes.ts'
import { Change } from '../change.tsx'
import { type Column, DataTable } from '../data-table.tsx'
import { Figure } from '../figure.tsx'
import { reportAddress } from '../get-report.ts'
import { dayRange, euro, longDay, number, share } from '../number-format.ts'
import { Panel } from '../panel.tsx'
import { ReportPage } from '../report-page.tsx'
import { Stand } from '../stand.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { funnelName } from '../words.ts'

const columns: Column<OverviewReport['funnels'][number]>[] = [
  { title: 'Antrag', cell: ({ funnel }) => funnelName(funnel) },
  {
    title: 'Läufe',
    right: true,
    cell: ({ funnel, runs }) => <Figure of="runs" value={runs} where={{ funnel }} />,
  },
  {
    title: 'Bestellungen',
    right: true,
    cell: ({ funnel, orders }) => <Figure of="completed" value={orders} where={{ funnel }} />,
  },
  { title: 'Umsatz', right: true, cell: ({ revenueCents }) => euro(revenueCents) },
  { title: 'Abschlussquote', right: true, cell: ({ conversionRate }) => share(conversionRate) },
  {
    title: 'Bestellungen gegenüber zuvor',
    cell: ({ orders, before: earlier }) => <Change now={orders} before={earlier.orders} />,
  },
]

/** Runs, orders, revenue and conversion of all funnels, each against the days before. */
export function OverviewPage() {
  const { filters, today } = useFilters()
  const asked = rangeParams(filters)
  const overview = useReport('overview', asked, overviewSchema)
  return (
    <ReportPage title="Überblick" filters="days">
      <Panel
        title="Alle Anträge"
        state={overview}
        empty={({ totals }) =>
          totals.runs === 0 && 'In diesem Zeitraum hat noch niemand einen Antrag begonnen.'
        }
        csv={reportAddress('overview.csv', asked)}
      >
        {({ totals, before, funnels }) => (
          <div className="grid gap-5">
            <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
              <Total name="Läufe" now={totals.runs} before={totals.before.runs} text={number} of="runs" />
              <Total
                name="Bestellungen"
                now={totals.orders}
                before={totals.before.orders}
                text={number}
                of="completed"
              />
              <Total
                name="Umsatz"
                now={totals.revenueCents}
                before={totals.before.revenueCents}
                text={euro}
                of="completed"
              />
              <Total
                name="Abschlussquote"
                now={totals.conversionRate}
                before={totals.before.conversionRate}
                text={share}
                of="completed"
              />
            </dl>
            <p className="text-sm text-muted">
              Verglichen mit {dayRange(before.from, before.to)}.
              {filters.to === today && ` Der heutige Tag (${longDay(today)}) läuft noch.`}
            </p>
            <DataTable
              caption="Zahlen je Antrag"
              rows={funnels}
              rowKey={({ funnel }) => funnel}
              columns={columns}
            />
          </div>
        )}
      </Panel>
      <Stand state={overview} />
    </ReportPage>
  )
}

interface TotalProps {
  name: string
  now: number
  before: number
  text: (value: number) => string
  of: string
}

function Total({ name, now, before, text, of }: TotalProps) {
  return (
    <div className="grid content-start">
      <dt className="text-sm text-muted">{name}</dt>
      <dd className="text-xl font-bold tabular-nums">
        <Figure of={of} value={now} text={text(now)} />
      </dd>
      <dd>
        <Change now={now} before={before} />
      </dd>
    </div>
  )
}

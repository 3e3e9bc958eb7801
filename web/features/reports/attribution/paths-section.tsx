import { type PathsReport, pathsContract } from '#domain/reports/paths/shape.ts'
import { definitions } from '#domain/reports/definitions.ts'
import { keyName } from '#domain/reports/words.ts'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { ShareBar } from '#web/features/reports/blocks/share-bar.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { dayOfParam } from '#web/features/reports/filters/day-of.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { euro, number } from '#web/features/reports/words/number-format.ts'
import { rangeWords } from './time-ranges.ts'

/** Sections with the paths that led to orders, and with the times until the orders. */
export function PathsSection() {
  const { filters } = useFilters()
  const query = {
    ...rangeParams(filters),
    funnel: filters.funnel,
    variant: filters.segment.variant,
    dayOf: dayOfParam(filters.dayOf),
  }
  const state = useReport(pathsContract, query)
  const shared = {
    state,
    isEmpty: ({ orders }: PathsReport) => orders === 0,
    empty:
      query.variant === undefined
        ? 'In diesem Zeitraum wurde nichts bestellt.'
        : 'In diesem Zeitraum wurde mit dieser Variante nichts bestellt.',
  }
  return (
    <>
      <ReportSection
        {...shared}
        title="Wege bis zur Bestellung"
        about="Die Kanäle der Kontakte, der älteste zuerst. Von mehr als fünf Kontakten stehen der erste und die letzten vier da. Tage vom ersten Kontakt bis zur Bestellung, Median."
        csv={csvAddress(pathsContract, query)}
      >
        {(report) => <Paths report={report} />}
      </ReportSection>
      <ReportSection {...shared} title="Zeit bis zur Bestellung">
        {({ dayOf, orders, sinceContact, sinceStart }) => (
          <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
            <Times title="Vom ersten Kontakt" times={sinceContact} orders={orders} dayOf={dayOf} />
            <Times title="Vom Beginn des Antrags" times={sinceStart} orders={orders} dayOf={dayOf} />
          </div>
        )}
      </ReportSection>
    </>
  )
}

type Row = PathsReport['rows'][number]

const wordsOf = ({ channels }: Row) => channels.map((channel) => keyName(channel)).join(' → ')

function Paths({ report: { dayOf, rows, orders } }: { report: PathsReport }) {
  const revenue = rows.reduce((sum, { netRevenueCents }) => sum + netRevenueCents, 0)
  return (
    <DataTable
      caption="Kanäle der Wege bis zur Bestellung"
      rows={rows}
      rowKey={wordsOf}
      limit={{ phone: 6, wide: 12 }}
      columns={[
        { title: 'Weg', wraps: true, renderCell: wordsOf },
        {
          title: definitions.orders.name,
          figure: dayOf === 'order' ? 'ordersByOrder' : 'orders',
          numeric: true,
          sortBy: (row: Row) => row.orders,
          renderCell: (row: Row) => number(row.orders),
        },
        {
          title: definitions.medianDays.name,
          figure: 'medianDays',
          numeric: true,
          sortBy: ({ medianDays }: Row) => medianDays,
          renderCell: ({ medianDays }: Row) => number(medianDays),
        },
        {
          title: definitions.netRevenueCents.name,
          figure: dayOf === 'order' ? 'netRevenueByOrder' : 'netRevenueCents',
          numeric: true,
          sortBy: ({ netRevenueCents }: Row) => netRevenueCents,
          renderCell: ({ netRevenueCents }: Row) => euro(netRevenueCents),
        },
      ]}
      totals={['Zusammen', number(orders), '', euro(revenue)]}
    />
  )
}

interface TimesProps extends Pick<PathsReport, 'dayOf' | 'orders'> {
  title: string
  times: PathsReport['sinceStart']
}

/** Histogram of the times until the orders, as a table with bars. */
function Times({ title, times, orders, dayOf }: TimesProps) {
  const known = times.reduce((sum, time) => sum + time.orders, 0)
  const most = Math.max(1, ...times.map((time) => time.orders))
  return (
    <div className="min-w-0">
      <h3 className="mb-2 font-bold">{title}</h3>
      <DataTable
        caption={`${title} bis zur Bestellung`}
        rows={times}
        rowKey={({ fromSeconds }) => `${fromSeconds}`}
        columns={[
          { title: 'Zeit', renderCell: rangeWords },
          {
            title: definitions.orders.name,
            figure: dayOf === 'order' ? 'ordersByOrder' : 'orders',
            numeric: true,
            renderCell: (time) => (
              <ShareBar share={time.orders / most} onPhones>
                {number(time.orders)}
              </ShareBar>
            ),
          },
        ]}
      />
      {known < orders && (
        <p className="mt-2 text-sm text-muted">Bei {number(orders - known)} Bestellungen unbekannt.</p>
      )}
    </div>
  )
}

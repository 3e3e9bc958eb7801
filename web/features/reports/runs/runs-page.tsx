import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type CreditAmounts, type ListedRun, runsContract } from '#domain/reports/runs/shape.ts'
import { ChosenSegment } from '#web/features/reports/filters/chosen-segment.tsx'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { credit as share, euro, instant, number } from '#web/features/reports/words/number-format.ts'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName, keyName, runStatusNames, stageName } from '#domain/reports/words.ts'
import { figureWords } from './figure-words.ts'

const aboutRun: Column<ListedRun>[] = [
  {
    title: 'Beginn',
    renderCell: ({ runId, startedAt }) => (
      <Link to={`/laeufe/${runId}`} className="text-leaf-700 underline underline-offset-3">
        {instant(startedAt)}
      </Link>
    ),
  },
  { title: 'Ausgang', inCard: 'beside', renderCell: statusOf },
  { title: 'Antrag', inCard: 'bare', renderCell: (row) => funnelName(row.funnel) },
  { title: 'Quelle', renderCell: ({ source }) => keyName(source) },
  { title: 'Kampagne', renderCell: ({ campaign }) => keyName(campaign) },
  { title: 'Gerät', inCard: 'bare', renderCell: ({ device }) => keyName(device) },
]

const outcome: Column<ListedRun>[] = [
  { title: 'Kam bis', renderCell: (row) => stageName(row.funnel, row.stage) },
  { title: 'Bestellung', renderCell: ({ orderNumber }) => orderNumber ?? '–' },
  {
    title: 'Preis',
    numeric: true,
    renderCell: ({ priceCents }) => (priceCents === null ? '–' : euro(priceCents)),
  },
]

function statusOf({ status, robot }: ListedRun): string {
  return robot ? `${runStatusNames[status]} (Roboter)` : runStatusNames[status]
}

/**
 * Columns for the credit of each run. The attribution model credits a share of the run, of its order and of its revenue
 * to one key, such as a source. The columns show these three shares. The heading of the list names the key.
 */
const creditColumns: Column<ListedRun>[] = [
  {
    title: 'Läufe, Anteil',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : share(credit.runs)),
  },
  {
    title: 'Bestellungen, Anteil',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : share(credit.orders)),
  },
  {
    title: 'Umsatz, Anteil',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : euro(credit.netRevenueCents)),
  },
]

/** Sums of the attribution credit of all runs in the list, on all its pages. They equal the figure of the report. */
function Credited({ of: { runs, orders, revenueCents, netRevenueCents } }: { of: CreditAmounts }) {
  const about = useId()
  const sums = [
    ['Läufe', share(runs)],
    ['Bestellungen', share(orders)],
    ['Umsatz', euro(netRevenueCents)],
    ['Bestellwert', euro(revenueCents)],
  ] as const
  return (
    <div className="mb-5">
      <p id={about} className="mb-2 text-muted">
        Alle Anteile der Liste zusammen:
      </p>
      <dl aria-labelledby={about} className="flex flex-wrap gap-x-5 gap-y-2 sm:gap-x-10">
        {sums.map(([name, sum]) => (
          <div key={name}>
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-xl font-bold tabular-nums">{sum}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Page that lists the runs counted in a figure of another report. */
export function RunsPage() {
  const { filters, search } = useFilters()
  const { funnel, funnelVersion, segment, orderWithin } = filters
  const figure = search.get('figure') ?? 'runs'
  const query = { figure, ...rangeParams(filters), funnel, funnelVersion, ...segment, orderWithin }
  const runs = useReport(runsContract, { ...query, cursor: search.get('cursor') ?? undefined })
  return (
    <ReportPage title="Läufe hinter einer Zahl" filters="days-and-funnel" asOfState={runs}>
      <ChosenSegment />
      <ReportSection
        title={figureWords(figure, funnel)}
        state={runs}
        isEmpty={({ total }) => total === 0}
        empty="In diesem Zeitraum gibt es keine solchen Läufe."
        csv={csvAddress(runsContract, query)}
      >
        {({ total, credited, rows, nextCursor }) => (
          <>
            <p className="mb-4 text-muted">
              {total === null ? (
                'Eine Seite von mehreren; wie viele Läufe es sind, wird nicht gezählt.'
              ) : (
                <>
                  <strong className="text-2xl text-ink tabular-nums">{number(total)}</strong>{' '}
                  {total === 1 ? 'Lauf' : 'Läufe'}
                </>
              )}
            </p>
            {credited && <Credited of={credited} />}
            {rows.length === 0 && (
              <p>
                {nextCursor === null ? 'Es gibt keine weiteren Läufe.' : 'Auf dieser Seite steht kein Lauf.'}
              </p>
            )}
            <DataTable
              caption="Läufe, neueste zuerst"
              rows={rows}
              rowKey={({ runId }) => runId}
              columns={
                figure.startsWith('credit:') ? [...aboutRun, ...creditColumns] : [...aboutRun, ...outcome]
              }
            />
            <PageLinks nextCursor={nextCursor} />
          </>
        )}
      </ReportSection>
    </ReportPage>
  )
}

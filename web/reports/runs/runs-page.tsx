import { useId } from 'react'
import { Link } from 'react-router-dom'
import { type GivenCredit, type ListedRun, runsSchema } from '#domain/reports/run-shapes.ts'
import { ChosenSegment } from '../chosen-segment.tsx'
import { type Column, DataTable } from '../blocks/data-table.tsx'
import { ReportSection } from '../blocks/report-section.tsx'
import { reportAddress } from '../get-report.ts'
import { credit as share, euro, instant, number } from '../number-format.ts'
import { PageLinks } from '../page-links.tsx'
import { ReportPage } from '../report-page.tsx'
import { rangeParams, useFilters } from '../use-filters.ts'
import { useReport } from '../use-report.ts'
import { funnelName, keyName, runStatusNames, stageName } from '../words.ts'
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
  { title: 'Ausgang', inCard: 'beside', renderCell: (row) => runStatusNames[row.status] },
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

/** What each run gives to a credit; as the list is of one key, often a part of it. */
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
    renderCell: ({ credit }) => (credit === null ? '–' : euro(credit.revenueCents)),
  },
]

/** The figures that the list was opened from, over all its pages. */
function Credited({ of: { runs, orders, revenueCents } }: { of: GivenCredit }) {
  const about = useId()
  const sums = [
    ['Läufe', share(runs)],
    ['Bestellungen', share(orders)],
    ['Umsatz', euro(revenueCents)],
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

/** The runs behind a figure of another report. */
export function RunsPage() {
  const { filters, search } = useFilters()
  const { funnel, funnelVersion, segment } = filters
  const figure = search.get('figure') ?? 'runs'
  const asked = { figure, ...rangeParams(filters), funnel, funnelVersion, ...segment }
  const runs = useReport('runs', { ...asked, cursor: search.get('cursor') ?? undefined }, runsSchema)
  return (
    <ReportPage title="Läufe hinter einer Zahl" filters="days-and-funnel" stand={runs}>
      <ChosenSegment />
      <ReportSection
        title={figureWords(figure, funnel)}
        state={runs}
        isEmpty={({ total }) => total === 0}
        empty="In diesem Zeitraum gibt es keine solchen Läufe."
        csv={reportAddress('runs.csv', asked)}
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

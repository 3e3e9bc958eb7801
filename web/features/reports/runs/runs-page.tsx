import { noKey } from '#domain/attribution/credit-touches.ts'
import type { DayOf } from '#domain/reports/day-of.ts'
import { countsOrders } from '#domain/reports/runs/figures.ts'
import { listedRuns } from '#domain/reports/runs/figure-sums.ts'
import { type ListedRun, type RunsReport, runsContract } from '#domain/reports/runs/shape.ts'
import { ChosenSegment } from '#web/features/reports/filters/chosen-segment.tsx'
import { type Column, DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { RunLink } from '#web/features/reports/blocks/run-link.tsx'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { credit as share, euro, instant, number } from '#web/features/reports/words/number-format.ts'
import { PageLinks } from '#web/features/reports/filters/page-links.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { dayOfParam } from '#web/features/reports/filters/day-of.ts'
import { rangeParams, useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName, keyName, runStatusNames, stageName } from '#domain/reports/words.ts'
import { figureWords } from './figure-words.ts'
import { OutcomeChoice } from './outcome-choice.tsx'
import { RunSums } from './run-sums.tsx'

const aboutRun: Column<ListedRun>[] = [
  {
    title: 'Beginn',
    renderCell: ({ runId, startedAt }) => <RunLink runId={runId}>{instant(startedAt)}</RunLink>,
  },
  { title: 'Ausgang', inCard: 'beside', renderCell: statusOf },
  { title: 'Antragsart', inCard: 'bare', renderCell: (row) => funnelName(row.funnel) },
  { title: 'Herkunft', wraps: true, renderCell: originOf },
  { title: 'Kampagne', renderCell: ({ campaign }) => keyName(campaign) },
  { title: 'Gerät', inCard: 'bare', renderCell: ({ device }) => keyName(device) },
]

/** Returns the columns about a run. In a list by the day of the order, its time comes first. */
function columnsBy(dayOf: DayOf): Column<ListedRun>[] {
  if (dayOf === 'start') return aboutRun
  const ordered: Column<ListedRun> = {
    title: 'Bestellt',
    renderCell: ({ runId, orderedAt }) => (
      <RunLink runId={runId}>{orderedAt === null ? '–' : instant(orderedAt)}</RunLink>
    ),
  }
  const begun: Column<ListedRun> = { title: 'Beginn', renderCell: ({ startedAt }) => instant(startedAt) }
  return [ordered, begun, ...aboutRun.slice(1)]
}

const outcome: Column<ListedRun>[] = [
  { title: 'Kam bis', renderCell: (row) => stageName(row.funnel, row.stage) },
  { title: 'Bestellung', renderCell: ({ orderNumber }) => orderNumber ?? '–' },
  {
    title: 'Preis',
    figure: 'priceCents',
    numeric: true,
    renderCell: ({ priceCents }) => (priceCents === null ? '–' : euro(priceCents)),
  },
]

/** Channel of the run, above its source. */
function originOf({ channel, source }: ListedRun) {
  return (
    <>
      {keyName(channel)}
      {source !== noKey && <span className="block text-muted">{keyName(source)}</span>}
    </>
  )
}

function statusOf({ status, robot }: ListedRun): string {
  return robot ? `${runStatusNames[status]} (Roboter)` : runStatusNames[status]
}

/**
 * Columns for the credit of each run. The attribution model credits a share of the run, of its order and of its revenue
 * to one key, such as a source. The columns show these three shares. The heading of the list names the key.
 */
const creditColumns: Column<ListedRun>[] = [
  {
    title: 'Anträge, Anteil',
    figure: 'creditedRuns',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : share(credit.runs)),
  },
  {
    title: 'Bestellungen, Anteil',
    figure: 'creditedOrders',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : share(credit.orders)),
  },
  {
    title: 'Umsatz, Anteil',
    figure: 'creditedNetCents',
    numeric: true,
    renderCell: ({ credit }) => (credit === null ? '–' : euro(credit.netRevenueCents)),
  },
]

const changeColumn: Column<ListedRun> = {
  title: 'Änderung',
  inCard: 'bare',
  renderCell: ({ change }) => (change === 'added' ? '+ kam dazu' : '− fiel weg'),
}

/** Says how many runs the figure has gained and lost since the past time of the report. */
function Changes({ changes: { added, removed } }: { changes: NonNullable<RunsReport['changes']> }) {
  return (
    <p className="mb-4">
      Seit diesem Stand {added === 1 ? 'kam 1 Antrag' : `kamen ${number(added)} Anträge`} dazu,{' '}
      {removed === 1 ? '1 fiel' : `${number(removed)} fielen`} weg. Alle stehen hier so, wie sie heute sind.
    </p>
  )
}

/** Page that lists the runs counted in a figure of another report. */
export function RunsPage() {
  const { filters, search } = useFilters()
  const { funnel, funnelVersion, segment, orderWithin } = filters
  const figure = search.get('figure') ?? 'runs'
  const hasDayOf = countsOrders(figure)
  const dayOf = hasDayOf ? dayOfParam(filters.dayOf) : undefined
  const query = {
    figure,
    dayOf,
    ...rangeParams(filters),
    funnel,
    funnelVersion,
    ...segment,
    orderWithin,
    outcome: filters.list.outcome,
    changes: filters.list.changes,
  }
  const runs = useReport(runsContract, { ...query, cursor: search.get('cursor') ?? undefined })
  return (
    <ReportPage
      title="Anträge hinter einer Zahl"
      filters="days-and-funnel"
      hasDayOf={hasDayOf}
      variantsOf={{ funnel }}
      asOfState={runs}
    >
      <ChosenSegment {...(dayOf && { dayOf })} />
      <ReportSection
        title={figureWords(figure, funnel) + (query.changes ? ': was sich seither geändert hat' : '')}
        state={runs}
        isEmpty={({ total, sums }) => total === 0 && (sums === null || listedRuns(sums) === 0)}
        empty="In diesem Zeitraum gibt es keine solchen Anträge."
        {...(dayOf && { about: 'Nach dem Tag der Bestellung, gleich wann der Antrag begonnen wurde.' })}
        csv={csvAddress(runsContract, query)}
      >
        {({ dayOf: counted, total, sums, changes, credited, rows, nextCursor }) => (
          <>
            <OutcomeChoice sums={sums} />
            <p className="mb-4 text-muted">
              {total === null ? (
                'Eine Seite von mehreren; wie viele Anträge es sind, wird nicht gezählt.'
              ) : (
                <>
                  <strong className="text-2xl text-ink tabular-nums">{number(total)}</strong>{' '}
                  {total === 1 ? 'Antrag' : 'Anträge'}
                </>
              )}
            </p>
            {changes && <Changes changes={changes} />}
            <RunSums dayOf={counted} sums={sums} credited={credited} />
            {rows.length === 0 && (
              <p>
                {nextCursor === null
                  ? 'Es gibt keine weiteren Anträge.'
                  : 'Auf dieser Seite steht kein Antrag.'}
              </p>
            )}
            <DataTable
              caption={counted === 'order' ? 'Anträge, neueste Bestellung zuerst' : 'Anträge, neueste zuerst'}
              rows={rows}
              rowKey={({ runId }) => runId}
              limit={{ phone: 25, wide: Infinity }}
              columns={
                figure.startsWith('credit:')
                  ? [...columnsBy(counted), ...creditColumns]
                  : [...(changes ? [changeColumn] : []), ...columnsBy(counted), ...outcome]
              }
            />
            <PageLinks nextCursor={nextCursor} />
          </>
        )}
      </ReportSection>
    </ReportPage>
  )
}

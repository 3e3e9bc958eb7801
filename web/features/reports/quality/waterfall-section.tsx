import type { QualityReport } from '#domain/reports/quality/shape.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { PlotImage } from '#web/features/reports/plot/image/plot-image.tsx'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { longDay, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import type { ReportState } from '#web/features/reports/data/use-report.ts'

type Totals = QualityReport['totals']

interface Bar {
  figure: DefinedFigure
  value: number
  /** Distance of the bar from the left edge, as a number of events. */
  before: number
  subtracted: boolean
}

/**
 * Returns the bars of the waterfall chart. Bars of totals start at the left edge. A bar of subtracted events starts
 * where the bar of the remaining events would end.
 */
function barsOf({ received, duplicates, rejected, stored, robots, counted }: Totals): Bar[] {
  return [
    { figure: 'received', value: received, before: 0, subtracted: false },
    { figure: 'duplicates', value: duplicates, before: received - duplicates, subtracted: true },
    { figure: 'rejected', value: rejected, before: stored, subtracted: true },
    { figure: 'stored', value: stored, before: 0, subtracted: false },
    { figure: 'robots', value: robots, before: counted, subtracted: true },
    { figure: 'counted', value: counted, before: 0, subtracted: false },
  ]
}

/** Section with a waterfall chart. It shows which received events are subtracted and how many are counted. */
export function WaterfallSection({ state, csv }: { state: ReportState<QualityReport>; csv: string }) {
  return (
    <ReportSection
      title="Vom Empfang bis zur Zählung"
      about="Ereignisse, die Besucher gesendet haben, nach dem Tag des Empfangs; ohne die, die der Dienst selbst schreibt."
      state={state}
      csv={csv}
      isEmpty={({ totals }) => totals.received === 0}
      empty="In diesem Zeitraum wurde nichts empfangen."
    >
      {({ totals, days, excludedRuns }) => (
        <>
          <p className="mb-5 text-lg font-semibold">
            {number(totals.counted)} von {number(totals.received)} empfangenen Ereignissen werden gezählt (
            {share(totals.counted / totals.received)}).
          </p>
          <PlotImage title="Vom Empfang bis zur Zählung">
            <ol className="grid gap-2">
              {barsOf(totals).map((bar) => (
                <WaterfallBar key={bar.figure} bar={bar} received={totals.received} />
              ))}
            </ol>
          </PlotImage>
          {totals.replayed > 0 && (
            <p className="mt-4 text-sm text-muted">
              {totals.replayed === 1
                ? '1 gespeichertes Ereignis war zunächst abgewiesen und wurde nachgeholt.'
                : `${number(totals.replayed)} gespeicherte Ereignisse waren zunächst abgewiesen und wurden nachgeholt.`}
            </p>
          )}
          <ExcludedRuns excluded={excludedRuns} />
          <PlotTable>
            <DaysTable days={days} />
          </PlotTable>
        </>
      )}
    </ReportSection>
  )
}

/** Shows how many runs are excluded from all reports. */
function ExcludedRuns({ excluded: { operator, service } }: { excluded: QualityReport['excludedRuns'] }) {
  const total = operator + service
  if (total === 0) return null
  return (
    <p className="mt-4 text-sm text-muted">
      Von allen Berichten ausgeschlossen: {number(total)} {total === 1 ? 'Antrag' : 'Anträge'}
      {service > 0 && `, davon ${number(service)} automatisch wegen nicht auswertbarer Daten`}.
    </p>
  )
}

function WaterfallBar({
  bar: { figure, value, before, subtracted },
  received,
}: {
  bar: Bar
  received: number
}) {
  const percent = (part: number) => `${(part / received) * 100}%`
  return (
    <li className="grid items-center gap-x-4 gap-y-0.5 sm:grid-cols-[12rem_minmax(0,1fr)_11rem]">
      <span className={subtracted ? 'text-muted sm:pl-4' : 'font-semibold'}>
        {definitions[figure].name}
        <DefinitionHelp of={figure} />
      </span>
      <span aria-hidden="true" className="order-last block h-6 rounded-sm bg-paper sm:order-none">
        <span
          className={`block h-full rounded-sm ${subtracted ? 'plot-bar-mark' : 'plot-bar-1'}`}
          style={{ marginLeft: percent(before), width: percent(value), minWidth: value > 0 ? 3 : 0 }}
        />
      </span>
      <span className="text-sm tabular-nums sm:text-right">
        <strong>
          {subtracted && value > 0 && '−'}
          {number(value)}
        </strong>{' '}
        <span className="text-muted">({share(value / received)})</span>
      </span>
    </li>
  )
}

function DaysTable({ days }: { days: QualityReport['days'] }) {
  const figures = ['received', 'duplicates', 'rejected', 'stored', 'robots', 'counted'] as const
  return (
    <DataTable
      caption="Ereignisse nach Tagen"
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Tag', sortBy: ({ day }) => day, renderCell: ({ day }) => longDay(day) },
        ...figures.map((figure) => {
          const of = (day: Totals) => day[figure]
          return {
            title: definitions[figure].name,
            figure,
            numeric: true,
            sortBy: of,
            renderCell: (day: Totals) => number(of(day)),
          }
        }),
      ]}
    />
  )
}

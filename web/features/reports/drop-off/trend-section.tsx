import { type TrendReport, trendContract } from '#domain/reports/drop-off/shape.ts'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { type PlotLine, TimePlot } from '#web/features/reports/plot/lazy-time-plot.tsx'
import { OpenDays, useOpenDays } from '#web/features/reports/plot/open-days.tsx'
import { PlotImage } from '#web/features/reports/plot/plot-image.tsx'
import { plotUnits } from '#web/features/reports/plot/spans.ts'
import { UnitChoice, usePlotUnit } from '#web/features/reports/plot/unit-choice.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName, stepTitle } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'
import { useBrokenDays } from './use-broken-days.ts'
import { type TrendSpan, trendSpans } from './trend-spans.ts'

type Day = TrendReport['days'][number]

const views = [
  { value: 'abschluss', name: 'Abschlussquote' },
  { value: 'stufen', name: 'Verlust je Schritt' },
] as const
type View = (typeof views)[number]['value']

/** Section with the drop-off by day. */
export function TrendSection({ params }: { params: DropOffParams }) {
  const { filters, search, set, today } = useFilters()
  const unit = usePlotUnit()
  const open = useOpenDays()
  const broken = useBrokenDays(filters).map(({ day }) => day)
  const state = useReport(trendContract, params)
  const chosen: View = search.get('verlauf') === 'stufen' ? 'stufen' : 'abschluss'
  return (
    <ReportSection
      title="Verlauf"
      about="Jeder Antrag zählt an dem Tag, an dem er begonnen wurde; die letzten Tage können sich noch ändern."
      state={state}
      csv={csvAddress(trendContract, params)}
      tools={
        <>
          <ChoiceButtons
            label="Was der Verlauf zeigt"
            options={views}
            chosen={chosen}
            onChoose={(value) => set({ verlauf: value })}
          />
          <UnitChoice />
        </>
      }
      isEmpty={({ days }) => days.every(({ stages }) => !stages[0])}
    >
      {({ days, funnel, ...counted }) => {
        const title = `${views.find(({ value }) => value === chosen)!.name} ${plotUnits.find(({ value }) => value === unit)!.steps}`
        const spans = trendSpans(days, { unit, today, broken })
        return (
          <>
            <PlotImage title={`${funnelName(funnel)}: ${title}`}>
              <TimePlot
                label={title}
                points={spans}
                whyNotWhole={({ why }) => why ?? ''}
                onOpen={open}
                lines={chosen === 'stufen' ? lossLines(spans, funnel) : [conversion]}
                format={share}
              />
            </PlotImage>
            <Recovered days={days} params={{ ...params, funnelVersion: countedVersions(counted) }} />
            <PlotTable>
              <TrendTable spans={spans} />
            </PlotTable>
          </>
        )
      }}
    </ReportSection>
  )
}

const conversion: PlotLine<TrendSpan> = {
  name: 'Abschlussquote',
  value: ({ stages, conversionRate }) => (stages[0] ? conversionRate : null),
  color: 'var(--color-leaf-700)',
}

const looks = [
  { color: 'var(--color-leaf-700)' },
  { color: 'var(--color-amber)', dashes: '7 4' },
  { color: 'var(--color-alarm)', dashes: '2 3' },
  { color: 'var(--color-ink)', dashes: '10 3 2 3' },
] as const

function lossLines(spans: readonly TrendSpan[], funnel: string): PlotLine<TrendSpan>[] {
  const last = (spans[0]?.stages.length ?? 1) - 1
  return Array.from({ length: last }, (_, index) => ({
    name: `${index + 1}. ${stepTitle(funnel, index + 1)}`,
    value: ({ stages, lost }) => {
      const left = lost[index] ?? 0
      // Without the runs that are still open.
      const decided = left + (stages[index + 1] ?? 0)
      return decided === 0 ? null : left / decided
    },
    ...looks[index % looks.length]!,
  }))
}

function Recovered({ days, params }: { days: readonly Day[]; params: DropOffParams }) {
  const sum = (of: (day: Day) => number) => days.reduce((total, day) => total + of(day), 0)
  const recovered = sum((day) => day.recovered)
  const completed = sum((day) => day.completed)
  return (
    <p className="mt-4">
      <RunsLink figure="recovered" params={params} count={recovered} about="zurückgeholte Anträge" /> von{' '}
      {number(completed)} Bestellungen waren schon abgebrochen und kamen zurück.
      <DefinitionHelp of="recovered" />
    </p>
  )
}

function TrendTable({ spans }: { spans: readonly TrendSpan[] }) {
  return (
    <DataTable
      caption="Abbruch im Verlauf"
      rows={spans}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Zeit', renderCell: (span) => <OpenDays {...span} />, sortBy: ({ day }) => day },
        ...(spans[0]?.stages ?? []).map((_, stage) => ({
          title: stage === 0 ? 'Start' : `Stufe ${stage}`,
          numeric: true,
          renderCell: ({ stages }: TrendSpan) => number(stages[stage] ?? 0),
        })),
        { title: 'Abgebrochen', numeric: true, renderCell: ({ abandoned }) => number(abandoned) },
        { title: 'Zurückgeholt', numeric: true, renderCell: ({ recovered }) => number(recovered) },
        { title: 'Abschlussquote', numeric: true, renderCell: ({ conversionRate }) => share(conversionRate) },
        { title: 'Umsatz', numeric: true, renderCell: ({ netRevenueCents }) => euro(netRevenueCents) },
      ]}
    />
  )
}

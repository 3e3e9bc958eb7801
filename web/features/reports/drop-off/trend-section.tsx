import { type TrendReport, trendContract } from '#domain/reports/drop-off/shape.ts'
import { PlotTable } from '#web/features/reports/blocks/plot-table.tsx'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { DayPlot, type PlotLine } from '#web/features/reports/blocks/lazy-day-plot.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, longDay, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { stepTitle } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'

type Day = TrendReport['days'][number]

const views = [
  { value: 'abschluss', name: 'Abschlussquote' },
  { value: 'stufen', name: 'Verlust je Schritt' },
] as const
type View = (typeof views)[number]['value']

/** Section with the drop-off by day. */
export function TrendSection({ params }: { params: DropOffParams }) {
  const { search, set, today } = useFilters()
  const state = useReport(trendContract, params)
  const chosen: View = search.get('verlauf') === 'stufen' ? 'stufen' : 'abschluss'
  return (
    <ReportSection
      title="Verlauf"
      about="Jeder Lauf zählt an dem Tag, an dem er begann; die letzten Tage können sich noch ändern."
      state={state}
      csv={csvAddress(trendContract, params)}
      tools={
        <ChoiceButtons
          label="Was der Verlauf zeigt"
          options={views}
          chosen={chosen}
          onChoose={(value) => set({ verlauf: value })}
        />
      }
      isEmpty={({ days }) => days.every(({ stages }) => !stages[0])}
    >
      {({ days, funnel, ...counted }) => (
        <>
          <DayPlot
            label={`${views.find(({ value }) => value === chosen)?.name} nach Tagen`}
            days={days}
            today={today}
            lines={chosen === 'stufen' ? lossLines(days, funnel) : [conversion]}
            format={share}
          />
          <Recovered days={days} params={{ ...params, funnelVersion: countedVersions(counted) }} />
          <PlotTable>
            <TrendTable days={days} />
          </PlotTable>
        </>
      )}
    </ReportSection>
  )
}

const conversion: PlotLine<Day> = {
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

function lossLines(days: readonly Day[], funnel: string): PlotLine<Day>[] {
  const last = (days[0]?.stages.length ?? 1) - 1
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
      <RunsLink figure="recovered" params={params} count={recovered} about="zurückgeholte Läufe" /> von{' '}
      {number(completed)} Bestellungen waren schon abgebrochen und kamen zurück.
      <DefinitionHelp of="recovered" />
    </p>
  )
}

function TrendTable({ days }: { days: readonly Day[] }) {
  return (
    <DataTable
      caption="Abbruch nach Tagen"
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Tag', renderCell: ({ day }) => longDay(day), sortBy: ({ day }) => day },
        ...(days[0]?.stages ?? []).map((_, stage) => ({
          title: stage === 0 ? 'Start' : `Stufe ${stage}`,
          numeric: true,
          renderCell: ({ stages }: Day) => number(stages[stage] ?? 0),
        })),
        { title: 'Abgebrochen', numeric: true, renderCell: ({ abandoned }) => number(abandoned) },
        { title: 'Zurückgeholt', numeric: true, renderCell: ({ recovered }) => number(recovered) },
        { title: 'Abschlussquote', numeric: true, renderCell: ({ conversionRate }) => share(conversionRate) },
        { title: 'Umsatz', numeric: true, renderCell: ({ netRevenueCents }) => euro(netRevenueCents) },
      ]}
    />
  )
}

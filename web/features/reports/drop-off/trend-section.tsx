import { useState } from 'react'
import { type TrendReport, trendContract } from '#domain/reports/drop-off/shape.ts'
import { AnnotationList } from '#web/features/reports/annotations/annotation-list.tsx'
import { marksOf } from '#web/features/reports/annotations/marks.ts'
import { useAnnotations } from '#web/features/reports/annotations/use-annotations.ts'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { isAveraged } from '#web/features/reports/plot/averaged.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import type { PlotLine } from '#web/features/reports/plot/points.ts'
import { TimePlot } from '#web/features/reports/plot/time-plot.tsx'
import { PointName, useOpenDays } from '#web/features/reports/plot/open-days.tsx'
import { clockChange } from '#web/features/reports/plot/hours.ts'
import { PlotImage } from '#web/features/reports/plot/image/plot-image.tsx'
import { plotUnits } from '#web/features/reports/plot/spans.ts'
import { UnitChoice, usePlotUnit } from '#web/features/reports/plot/unit-choice.tsx'
import { csvAddress } from '#web/features/reports/data/get-report.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import type { DropOffParams } from './comparison.ts'
import { countedVersions } from './versions.tsx'
import { useUnusual } from './use-unusual.ts'
import { LossPanels } from './loss-panels.tsx'
import { type TrendSpan, trendHours, trendSpans } from './trend-spans.ts'

type Day = TrendReport['days'][number]

const views = [
  { value: 'abschluss', name: 'Abschlussquote' },
  { value: 'stufen', name: 'Verlust je Schritt' },
] as const
type View = (typeof views)[number]['value']

/** Section with the drop-off by hour, day, week or month. */
export function TrendSection({ params }: { params: DropOffParams }) {
  const { search, set, until } = useFilters()
  const unit = usePlotUnit()
  const open = useOpenDays()
  const { found, broken: brokenDays } = useUnusual(params)
  const broken = brokenDays.map(({ day }) => day)
  const query = { ...params, ...(unit === 'stunde' && { per: 'hour' }) }
  const state = useReport(trendContract, query)
  const annotations = useAnnotations(String(params.funnel))
  const marks = marksOf(annotations.report?.annotations)
  const [opened, setOpened] = useState<readonly DayMark[]>([])
  const chosen: View = search.get('verlauf') === 'stufen' ? 'stufen' : 'abschluss'
  return (
    <ReportSection
      title="Verlauf"
      about={
        unit === 'stunde'
          ? 'Jeder Antrag zählt in der Stunde (Berliner Zeit), in der er begonnen wurde; die letzten Stunden können sich noch ändern.'
          : 'Jeder Antrag zählt an dem Tag, an dem er begonnen wurde; die letzten Tage können sich noch ändern.'
      }
      state={state}
      csv={csvAddress(trendContract, query)}
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
      {({ days, hours, funnel, ...counted }) => {
        const title = `${views.find(({ value }) => value === chosen)!.name} ${plotUnits.find(({ value }) => value === unit)!.steps}`
        const spans =
          unit === 'stunde'
            ? trendHours(hours, { until, broken })
            : trendSpans(days, { unit, today: until.day, broken })
        const change = clockChange(hours ?? [])
        return (
          <>
            <PlotImage title={`${funnelName(funnel)}: ${title}`}>
              {chosen === 'stufen' ? (
                <LossPanels
                  spans={spans}
                  funnel={funnel}
                  found={found}
                  marks={marks}
                  onOpenMarks={setOpened}
                  title={title}
                />
              ) : (
                <TimePlot
                  label={title}
                  points={spans}
                  whyNotWhole={({ why }) => why ?? ''}
                  about={({ stages, completed }) =>
                    `${number(completed)} Bestellungen aus ${number(stages[0] ?? 0)} Anträgen`
                  }
                  marks={marks}
                  onOpenMarks={setOpened}
                  {...(unit !== 'stunde' && { onOpen: open })}
                  lines={[conversionOf(spans)]}
                  format={share}
                />
              )}
            </PlotImage>
            {change !== '' && <p className="mt-2 text-sm text-muted">{change}</p>}
            <Recovered days={days} params={{ ...params, funnelVersion: countedVersions(counted) }} />
            <AnnotationList funnel={funnel} opened={opened} />
            <PlotTable>
              <TrendTable spans={spans} />
            </PlotTable>
          </>
        )
      }}
    </ReportSection>
  )
}

/** Returns the conversion rate of several spans together, or null without runs. */
function rateOf(spans: readonly TrendSpan[]): number | null {
  const sum = (of: (span: TrendSpan) => number) => spans.reduce((total, span) => total + of(span), 0)
  const runs = sum(({ stages }) => stages[0] ?? 0)
  return runs === 0 ? null : sum(({ completed }) => completed) / runs
}

function conversionOf(spans: readonly TrendSpan[]): PlotLine<TrendSpan> {
  return {
    name: 'Abschlussquote',
    value: (span) => rateOf([span]),
    color: 'var(--plot-1)',
    ...(isAveraged(spans) && { average: rateOf }),
  }
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
      rowKey={({ day, hour = '' }) => day + hour}
      columns={[
        {
          title: 'Zeit',
          renderCell: (span) => <PointName {...span} />,
          sortBy: ({ day, hour = '' }) => day + hour,
        },
        ...(spans[0]?.stages ?? []).map((_, stage) => ({
          title: stage === 0 ? 'Start' : `Schritt ${stage}`,
          figure: stage === 0 ? ('runs' as const) : ('stage' as const),
          numeric: true,
          renderCell: ({ stages }: TrendSpan) => number(stages[stage] ?? 0),
        })),
        {
          title: 'Abgebrochen',
          figure: 'abandoned',
          numeric: true,
          renderCell: ({ abandoned }) => number(abandoned),
        },
        {
          title: 'Zurückgeholt',
          figure: 'recovered',
          numeric: true,
          renderCell: ({ recovered }) => number(recovered),
        },
        {
          title: 'Abschlussquote',
          figure: 'conversionRate',
          numeric: true,
          renderCell: ({ conversionRate }) => share(conversionRate),
        },
        {
          title: 'Umsatz',
          figure: 'netRevenueCents',
          numeric: true,
          renderCell: ({ netRevenueCents }) => euro(netRevenueCents),
        },
      ]}
    />
  )
}

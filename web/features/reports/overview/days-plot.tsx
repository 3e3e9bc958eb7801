import { useState } from 'react'
import type { DayOf } from '#domain/reports/day-of.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { AnnotationList } from '#web/features/reports/annotations/annotation-list.tsx'
import { marksOf } from '#web/features/reports/annotations/marks.ts'
import { useAnnotations } from '#web/features/reports/annotations/use-annotations.ts'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { isAveraged } from '#web/features/reports/plot/averaged.ts'
import type { DayMark } from '#web/features/reports/plot/day-marks.tsx'
import { TimePlot } from '#web/features/reports/plot/time-plot.tsx'
import { PointName, useOpenDays } from '#web/features/reports/plot/open-days.tsx'
import { PlotImage } from '#web/features/reports/plot/image/plot-image.tsx'
import { clockChange } from '#web/features/reports/plot/hours.ts'
import { plotUnits } from '#web/features/reports/plot/spans.ts'
import { usePlotUnit } from '#web/features/reports/plot/unit-choice.tsx'
import { whyNotWhole } from '#web/features/reports/plot/why-not-whole.ts'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { valueName } from '#domain/reports/words.ts'
import { dayRange, number } from '#web/features/reports/words/number-format.ts'
import { dayOfWords } from '#web/features/reports/filters/day-of.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import {
  type Counted,
  type Measure,
  type SpanPair,
  addUp,
  definedAs,
  hourPairs,
  listParams,
  listedMeasures,
  measures,
  spanPairs,
} from './measures.ts'

interface DaysPlotProps {
  report: OverviewReport
  params: RunsParams
  chosen: Measure
}

/** Line chart of a measure by hour, day, week or month. A dashed line shows the compared period. */
export function DaysPlot({ report: { from, to, before, totals }, params, chosen }: DaysPlotProps) {
  const { filters, until } = useFilters()
  const { dayOf } = filters
  const unit = usePlotUnit()
  const open = useOpenDays()
  const annotations = useAnnotations()
  const [opened, setOpened] = useState<readonly DayMark[]>([])
  const { name, of, format, axisAtLeast } = measures[chosen]
  const isRate = chosen === 'conversion'
  const shown = (counted: Counted) => (isRate && counted.runs === 0 ? null : of(counted))
  const averageOf = (several: readonly Counted[]) =>
    shown(addUp(several)) === null ? null : of(addUp(several)) / (isRate ? 1 : several.length)
  const pairs = unit === 'stunde' ? hourPairs(totals, until) : spanPairs(totals, unit, until.day)
  const averages = isAveraged(pairs)
  const steps = plotUnits.find(({ value }) => value === unit)!.steps
  const isPlaced = dayOf === 'order' && 'placed' in measures[chosen]
  const title = `${name} ${steps}${isPlaced ? ', gezählt bei der Bestellung' : ''}`
  return (
    <div>
      <PlotImage
        title={title}
        note={`${unit === 'stunde' ? hourWords(dayOf) : dayOfWords(dayOf)} ${clockChange(totals.hours ?? [])}`}
      >
        <TimePlot
          label={title}
          points={pairs}
          format={format}
          atLeast={axisAtLeast}
          whyNotWhole={whyNotWhole(until.day)}
          about={({ now }) =>
            dayOf === 'start'
              ? `${number(now.orders)} Bestellungen aus ${number(now.runs)} Anträgen`
              : `${number(now.orders)} Bestellungen, ${number(now.runs)} begonnene Anträge`
          }
          marks={marksOf(annotations.report?.annotations)}
          onOpenMarks={setOpened}
          {...(unit !== 'stunde' && { onOpen: open })}
          lines={[
            {
              name: dayRange(from, to),
              value: ({ now, isFuture }) => (isFuture ? null : shown(now)),
              color: 'var(--plot-1)',
              ...(averages && {
                average: (several: readonly SpanPair[]) => averageOf(several.map(({ now }) => now)),
              }),
            },
            ...(totals.before.runs + totals.before.orders === 0
              ? []
              : [
                  {
                    name: `zuvor: ${dayRange(before.from, before.to)}`,
                    value: ({ before: earlier }: SpanPair) => shown(earlier),
                    color: 'var(--plot-past)',
                    dashes: '5 5',
                    isPast: true,
                    ...(averages && {
                      average: (several: readonly SpanPair[]) =>
                        averageOf(several.map(({ before: earlier }) => earlier)),
                    }),
                  },
                ]),
          ]}
        />
      </PlotImage>
      <AnnotationList opened={opened} />
      <PlotTable>
        <SpansTable pairs={pairs} params={params} chosen={chosen} />
      </PlotTable>
    </div>
  )
}

function hourWords(dayOf: DayOf): string {
  return dayOf === 'order'
    ? 'Bestellungen und Umsatz zählen in der Stunde (Berliner Zeit), in der bestellt wurde, Anträge in der, in der sie begonnen wurden. Die Abschlussquote gilt immer für die begonnenen Anträge.'
    : 'Jeder Antrag und seine Bestellung zählen in der Stunde (Berliner Zeit), in der der Antrag begonnen wurde.'
}

interface SpansTableProps {
  pairs: readonly SpanPair[]
  params: RunsParams
  chosen: Measure
}

function SpansTable({ pairs, params, chosen }: SpansTableProps) {
  const { dayOf } = useFilters().filters
  return (
    <DataTable
      caption="Zahlen zum Verlauf"
      rows={pairs}
      rowKey={({ day, hour = '' }) => day + hour}
      columns={[
        {
          title: 'Zeit',
          sortBy: ({ day, hour = '' }) => day + hour,
          renderCell: (pair) => <PointName {...pair} />,
        },
        ...listedMeasures.map(({ key, name, of, format, figure }) => ({
          title: name,
          figure: definedAs(key, dayOf),
          numeric: true,
          sortBy: ({ now }: SpanPair) => of(now),
          renderCell: ({ day, to, hour, now }: SpanPair) => (
            <RunsLink
              figure={figure}
              params={{ ...listParams(key, dayOf, params), from: day, to, hour }}
              count={of(now)}
              text={format(of(now))}
              about={`${name}, ${dayRange(day, to)}${hour === undefined ? '' : `, ${valueName('hour', hour)}`}`}
            />
          ),
        })),
        {
          title: `${measures[chosen].name} zuvor`,
          numeric: true,
          renderCell: ({ before }) => measures[chosen].format(measures[chosen].of(before)),
        },
      ]}
    />
  )
}

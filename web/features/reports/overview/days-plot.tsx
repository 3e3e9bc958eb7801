import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { PlotTable } from '#web/features/reports/plot/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { TimePlot } from '#web/features/reports/plot/lazy-time-plot.tsx'
import { OpenDays, useOpenDays } from '#web/features/reports/plot/open-days.tsx'
import { PlotImage } from '#web/features/reports/plot/plot-image.tsx'
import { plotUnits } from '#web/features/reports/plot/spans.ts'
import { usePlotUnit } from '#web/features/reports/plot/unit-choice.tsx'
import { whyNotWhole } from '#web/features/reports/plot/why-not-whole.ts'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { type Counted, type Measure, type SpanPair, measures, spanPairs } from './measures.ts'

interface DaysPlotProps {
  report: OverviewReport
  params: RunsParams
  chosen: Measure
}

/** Line chart of a measure by day, week or month. A dashed line shows the compared period. */
export function DaysPlot({ report: { from, to, before, totals }, params, chosen }: DaysPlotProps) {
  const { today } = useFilters()
  const unit = usePlotUnit()
  const open = useOpenDays()
  const { name, of, format } = measures[chosen]
  const shown = (counted: Counted) => (chosen === 'conversion' && counted.runs === 0 ? null : of(counted))
  if (totals.days.length < 2)
    return <p className="py-6 text-muted">Für einen einzelnen Tag gibt es keinen Verlauf.</p>
  const pairs = spanPairs(totals, unit, today)
  const title = `${name} ${plotUnits.find(({ value }) => value === unit)!.steps}`
  return (
    <div>
      <PlotImage title={title}>
        <TimePlot
          label={title}
          points={pairs}
          format={format}
          whyNotWhole={whyNotWhole(today)}
          onOpen={open}
          lines={[
            { name: dayRange(from, to), value: ({ now }) => shown(now), color: 'var(--color-leaf-700)' },
            ...(totals.before.runs === 0
              ? []
              : [
                  {
                    name: `zuvor: ${dayRange(before.from, before.to)}`,
                    value: ({ before: earlier }: SpanPair) => shown(earlier),
                    color: 'var(--color-control)',
                    dashes: '5 5',
                    isPast: true,
                  },
                ]),
          ]}
        />
      </PlotImage>
      <p className="mt-2 text-sm text-muted">
        Jeder Antrag und seine Bestellung zählen an dem Tag, an dem der Antrag begonnen wurde.
      </p>
      <PlotTable>
        <SpansTable pairs={pairs} params={params} chosen={chosen} />
      </PlotTable>
    </div>
  )
}

interface SpansTableProps {
  pairs: readonly SpanPair[]
  params: RunsParams
  chosen: Measure
}

function SpansTable({ pairs, params, chosen }: SpansTableProps) {
  return (
    <DataTable
      caption="Zahlen zum Verlauf"
      rows={pairs}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Zeit', sortBy: ({ day }) => day, renderCell: (pair) => <OpenDays {...pair} /> },
        ...Object.values(measures).map(({ name, of, format, figure }) => ({
          title: name,
          numeric: true,
          sortBy: ({ now }: SpanPair) => of(now),
          renderCell: ({ day, to, now }: SpanPair) => (
            <RunsLink
              figure={figure}
              params={{ ...params, from: day, to }}
              count={of(now)}
              text={format(of(now))}
              about={`${name}, ${dayRange(day, to)}`}
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

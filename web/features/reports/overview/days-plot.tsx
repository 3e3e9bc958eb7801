import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { PlotTable } from '#web/features/reports/blocks/plot-table.tsx'
import { DataTable } from '#web/features/reports/blocks/data-table.tsx'
import { DayPlot } from '#web/features/reports/blocks/lazy-day-plot.tsx'
import { RunsLink, type RunsParams } from '#web/features/reports/blocks/runs-link.tsx'
import { dayRange, longDay } from '#web/features/reports/words/number-format.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { type Day, type DayPair, type Measure, dayPairs, measures } from './measures.ts'

interface DaysPlotProps {
  report: OverviewReport
  params: RunsParams
  chosen: Measure
}

/** Line chart of a measure by day. A dashed line shows the previous period. */
export function DaysPlot({ report: { from, to, before, totals }, params, chosen }: DaysPlotProps) {
  const { today } = useFilters()
  const { name, of, format } = measures[chosen]
  const shown = (day: Day) => (chosen === 'conversion' && day.runs === 0 ? null : of(day))
  if (totals.days.length < 2)
    return <p className="py-6 text-muted">Für einen einzelnen Tag gibt es keinen Verlauf.</p>
  return (
    <div>
      <DayPlot
        label={`${name} von Tag zu Tag`}
        days={dayPairs(totals)}
        today={today}
        format={format}
        lines={[
          { name: dayRange(from, to), value: ({ now }) => shown(now), color: 'var(--color-leaf-700)' },
          {
            name: `zuvor: ${dayRange(before.from, before.to)}`,
            value: ({ before: earlier }) => (earlier ? shown(earlier) : null),
            color: 'var(--color-control)',
            dashes: '5 5',
            isPast: true,
          },
        ]}
      />
      <p className="mt-2 text-sm text-muted">
        Jeder Lauf und seine Bestellung zählen an dem Tag, an dem der Lauf begann.
      </p>
      <PlotTable>
        <DaysTable days={dayPairs(totals)} params={params} chosen={chosen} />
      </PlotTable>
    </div>
  )
}

interface DaysTableProps {
  days: readonly DayPair[]
  params: RunsParams
  chosen: Measure
}

function DaysTable({ days, params, chosen }: DaysTableProps) {
  return (
    <DataTable
      caption="Zahlen je Tag"
      rows={days}
      rowKey={({ day }) => day}
      columns={[
        { title: 'Tag', sortBy: ({ day }) => day, renderCell: ({ day }) => longDay(day) },
        ...Object.values(measures).map(({ name, of, format, figure }) => ({
          title: name,
          numeric: true,
          sortBy: ({ now }: DayPair) => of(now),
          renderCell: ({ day, now }: DayPair) => (
            <RunsLink
              figure={figure}
              params={{ ...params, from: day, to: day }}
              count={of(now)}
              text={format(of(now))}
              about={`${name} am ${longDay(day)}`}
            />
          ),
        })),
        {
          title: `${measures[chosen].name} zuvor`,
          numeric: true,
          renderCell: ({ before }) => (before ? measures[chosen].format(measures[chosen].of(before)) : '–'),
        },
      ]}
    />
  )
}

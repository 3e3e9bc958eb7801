import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { longDay, shortDay } from '#web/features/reports/words/number-format.ts'

export interface PlotLine<Day> {
  name: string
  /** Returns null for a day without a value, for example a conversion rate on a day without runs. */
  value: (day: Day) => number | null
  color: string
  dashes?: string
  /** True for a line of earlier days, all of which are complete. */
  isPast?: boolean
}

interface DayPlotProps<Day extends { day: string }> {
  days: readonly Day[]
  lines: readonly PlotLine<Day>[]
  /** Current day. It is incomplete, so the lines to its values are dotted. */
  today: string
  format: (value: number) => string
  /** Description of the chart for assistive technology. */
  label: string
}

/** Line chart over days with a legend. The page must show a table with the exact numbers below the chart. */
export function DayPlot<Day extends { day: string }>({
  days,
  lines,
  today,
  format,
  label,
}: DayPlotProps<Day>) {
  const running = days.findIndex(({ day }) => day === today)
  const data = days.map((day, at) => ({
    day: day.day,
    ...Object.fromEntries(
      lines.flatMap(({ value, isPast = false }, index) => [
        [`line${index}`, at === running && !isPast ? null : value(day)],
        [
          `running${index}`,
          running >= 0 && !isPast && (at === running || at === running - 1) ? value(day) : null,
        ],
      ]),
    ),
  }))
  return (
    <figure aria-label={label}>
      <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
        {lines.map(({ name, color, dashes }) => (
          <li key={name} className="flex items-center gap-2">
            <svg width="28" height="4" aria-hidden="true">
              <line x1="0" x2="28" y1="2" y2="2" stroke={color} strokeWidth="3" strokeDasharray={dashes} />
            </svg>
            {name}
          </li>
        ))}
      </ul>
      {/* On paper, the drawing is scaled to the width of the page. On the screen, its size is set in pixels. */}
      <div
        className="h-64 print:[&_.recharts-responsive-container>div]:w-full! print:[&_.recharts-wrapper]:w-full! print:[&_svg]:w-full!"
        aria-hidden="true"
      >
        <ResponsiveContainer width="100%" height="100%">
          <LineChart
            data={data}
            accessibilityLayer={false}
            margin={{ top: 8, right: 24, bottom: 0, left: 0 }}
          >
            <CartesianGrid vertical={false} stroke="var(--color-line)" />
            <XAxis dataKey="day" tickFormatter={shortDay} minTickGap={28} tick={axisText} tickLine={false} />
            <YAxis
              tickFormatter={format}
              width="auto"
              tick={axisText}
              tickLine={false}
              axisLine={false}
              domain={[0, 'auto']}
            />
            <Tooltip
              labelFormatter={(day) => (typeof day === 'string' ? dayName(day, today) : day)}
              // On the day before the current one, a line and its dotted part have the same value.
              payloadUniqBy={({ name }) => name}
              formatter={(value) => format(Number(value))}
              isAnimationActive={false}
            />
            {lines.map(({ name, color, dashes, value }, index) => (
              <Line
                key={name}
                dataKey={`line${index}`}
                name={name}
                stroke={color}
                strokeWidth={2}
                // If both neighboring days have no value, a value is not part of a line. It is visible only as a dot.
                dot={days.length === 1 || days.some((day) => value(day) === null) ? { r: 2.5 } : false}
                isAnimationActive={false}
                {...(dashes !== undefined && { strokeDasharray: dashes })}
              />
            ))}
            {running >= 0 &&
              lines.map(({ name, color }, index) => (
                <Line
                  key={name}
                  dataKey={`running${index}`}
                  name={name}
                  stroke={color}
                  strokeWidth={2}
                  strokeDasharray="0.1 5"
                  strokeLinecap="round"
                  dot={days.length === 1 ? { r: 2.5, strokeDasharray: '' } : false}
                  isAnimationActive={false}
                />
              ))}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'short', timeZone: 'UTC' })

function dayName(day: string, today: string): string {
  const name = `${weekday.format(new Date(day))}, ${longDay(day)}`
  return day === today ? `${name}, läuft noch` : name
}

const axisText = { fontSize: 14, fill: 'var(--color-muted)' }

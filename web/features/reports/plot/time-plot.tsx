import { CartesianGrid, Line, LineChart, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { dayRange, longDay, shortDay } from '#web/features/reports/words/number-format.ts'

/** Point of a plot: a day, or several days that are shown as one. */
export interface PlotPoint {
  /** First day as `YYYY-MM-DD`. */
  day: string
  /** Last day. */
  to: string
  /** False if the figures are not complete. The lines to such a point are dotted. */
  isWhole: boolean
}

export interface PlotLine<Point> {
  name: string
  /** Returns null for a point without a value, for example a conversion rate on a day without runs. */
  value: (point: Point) => number | null
  color: string
  dashes?: string
  /** True for a line of an earlier period, all of which is complete. */
  isPast?: boolean
}

interface TimePlotProps<Point extends PlotPoint> {
  points: readonly Point[]
  lines: readonly PlotLine<Point>[]
  format: (value: number) => string
  /** Description of the chart for assistive technology. */
  label: string
  /** Says in a few German words why a point is not whole. */
  whyNotWhole: (point: Point) => string
  /** Called with the point that was clicked. */
  onOpen?: (point: Point) => void
}

/** Line chart over time with a legend. The page must show a table with the exact numbers below the chart. */
export function TimePlot<Point extends PlotPoint>({
  points,
  lines,
  format,
  label,
  whyNotWhole,
  onOpen,
}: TimePlotProps<Point>) {
  const isDotted = (index: number) => points[index] !== undefined && !points[index].isWhole
  const data = points.map((point, at) => ({
    day: point.day,
    ...Object.fromEntries(
      lines.flatMap(({ value, isPast = false }, index) => {
        const endsDotted = isDotted(at) || isDotted(at - 1) || isDotted(at + 1)
        return [
          [`line${index}`, isDotted(at) && !isPast ? null : value(point)],
          [`dotted${index}`, endsDotted && !isPast ? value(point) : null],
        ]
      }),
    ),
  }))
  const open = (day: unknown) => {
    const point = points.find((one) => one.day === day)
    // A touch shows the values of a point. Only a pointer that can hover has seen them before it clicks.
    if (point && window.matchMedia('(hover: hover)').matches) onOpen?.(point)
  }
  const titleOf = (day: unknown) => {
    const point = points.find((one) => one.day === day)
    return point && (point.isWhole ? pointName(point) : `${pointName(point)}, ${whyNotWhole(point)}`)
  }
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
            {...(onOpen && {
              style: { cursor: 'pointer' },
              onClick: ({ activeLabel }: { activeLabel?: unknown }) => open(activeLabel),
            })}
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
              labelFormatter={titleOf}
              // Beside a point that is not whole, a line and its dotted part have the same value.
              payloadUniqBy={({ name }) => name}
              formatter={(value) => format(Number(value))}
              contentStyle={tooltipLook}
              isAnimationActive={false}
            />
            {lines.map(({ name, color, dashes, value }, index) => (
              <Line
                key={name}
                dataKey={`line${index}`}
                name={name}
                stroke={color}
                strokeWidth={2}
                // If both neighboring points have no value, a value is not part of a line. It is visible only as a dot.
                dot={
                  points.length === 1 || points.some((point) => value(point) === null) ? { r: 2.5 } : false
                }
                isAnimationActive={false}
                {...(dashes !== undefined && { strokeDasharray: dashes })}
              />
            ))}
            {lines.map(({ name, color, isPast = false }, index) =>
              isPast ? null : (
                <Line
                  key={name}
                  dataKey={`dotted${index}`}
                  name={name}
                  stroke={color}
                  strokeWidth={2}
                  strokeDasharray="0.1 5"
                  strokeLinecap="round"
                  dot={points.length === 1 ? { r: 2.5, strokeDasharray: '' } : false}
                  isAnimationActive={false}
                />
              ),
            )}
          </LineChart>
        </ResponsiveContainer>
      </div>
    </figure>
  )
}

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'short', timeZone: 'UTC' })

function pointName({ day, to }: PlotPoint): string {
  return day === to ? `${weekday.format(new Date(day))}, ${longDay(day)}` : dayRange(day, to)
}

const tooltipLook = {
  background: 'var(--color-surface)',
  border: '1px solid var(--color-line)',
  borderRadius: 8,
}
const axisText = { fontSize: 14, fill: 'var(--color-muted)' }

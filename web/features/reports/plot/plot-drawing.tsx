import { type DayMark, DayMarks } from './day-marks.tsx'
import { type LaidOutLine, type PlotLayout, alonePoints, pathsOf } from './layout.ts'
import type { PlotPoint } from './points.ts'

interface PlotDrawingProps<Point> {
  points: readonly Point[]
  layout: PlotLayout<Point>
  /** Range of values that most points are expected in. */
  usual: { low: number; high: number } | undefined
  marks: readonly DayMark[] | undefined
  /** Index of the point whose values are shown. */
  active?: number | undefined
}

/** Axes, lines and dots of a plot, inside an `svg` element. */
export function PlotDrawing<Point extends PlotPoint>({
  points,
  layout,
  usual,
  marks,
  active,
}: PlotDrawingProps<Point>) {
  const { left, right, bottom, x, y, lines, valueLabels, timeLabels } = layout
  // The first line is drawn last, above those that it is compared with.
  const fromBack = lines.toReversed()
  return (
    <>
      {usual && (
        <rect
          x={left}
          width={right - left}
          y={y(usual.high)}
          height={Math.max(0, y(usual.low) - y(usual.high))}
          fill="var(--color-leaf-100)"
        />
      )}
      {valueLabels.map((label) => (
        <g key={label.text}>
          <line
            x1={left}
            x2={right}
            y1={label.y}
            y2={label.y}
            stroke={label.y === bottom ? 'var(--color-control)' : 'var(--color-line)'}
          />
          <text x={left - 8} y={label.y + 4.5} textAnchor="end" className="fill-muted">
            {label.text}
          </text>
        </g>
      ))}
      {timeLabels.map((label) => (
        <text
          key={label.x}
          x={label.x}
          y={bottom + 19}
          textAnchor={label.x > right - 20 ? 'end' : 'middle'}
          className="fill-muted"
        >
          {label.text}
        </text>
      ))}
      {marks && <DayMarks points={points} layout={layout} marks={marks} />}
      {active !== undefined && (
        <line x1={x(active)} x2={x(active)} y1={8} y2={bottom} stroke="var(--color-control)" />
      )}
      {fromBack.map((line) => (
        <DrawnLine key={line.name} points={points} line={line} layout={layout} active={active} />
      ))}
    </>
  )
}

interface DrawnLineProps<Point> {
  points: readonly Point[]
  line: LaidOutLine<Point>
  layout: PlotLayout<Point>
  active: number | undefined
}

function DrawnLine<Point extends PlotPoint>({ points, line, layout, active }: DrawnLineProps<Point>) {
  const { values, averages, color, dashes, isPast = false, isUnusual } = line
  const { x, y } = layout
  const isDotted = (index: number) => !isPast && !points[index]!.isWhole
  const { solid, dotted } = pathsOf(averages ?? values, layout, isDotted)
  // A compared line has no dots, which would hide those of the line in front.
  const dots =
    averages && !isPast
      ? values.flatMap((value, index) => (value === null ? [] : [index]))
      : alonePoints(values)
  const dot = (index: number, r: number, look: { fill: string; opacity?: number }) => (
    <circle key={index} cx={x(index)} cy={y(values[index]!)} r={r} stroke="none" {...look} />
  )
  return (
    <g
      fill="none"
      stroke={color}
      strokeWidth={isPast ? 1.5 : 2.25}
      strokeLinejoin="round"
      strokeLinecap="round"
    >
      {dots.map((index) =>
        dot(index, averages ? 1.75 : 3, { fill: color, ...(averages && { opacity: 0.45 }) }),
      )}
      <path d={solid} strokeDasharray={dashes} />
      <path d={dotted} strokeDasharray="0.1 5" />
      {values.map((value, index) => {
        if (value === null) return null
        if (isUnusual?.(points[index]!)) return <Diamond key={x(index)} x={x(index)} y={y(value)} />
        return index === active ? dot(index, 4, { fill: color }) : null
      })}
    </g>
  )
}

/** Mark of an unusual point. Its shape tells it from the dots of a line, also without colors. */
function Diamond({ x, y }: { x: number; y: number }) {
  return (
    <path
      data-unusual
      d={`M${x} ${y - 7}l6 7l-6 7l-6 -7z`}
      fill="var(--plot-mark)"
      stroke="var(--color-surface)"
      strokeWidth="1.5"
    />
  )
}

import { useMemo, useState } from 'react'
import { type DayMark, marksAt } from './day-marks.tsx'
import { type Size, layOut } from './layout.ts'
import { LineSample } from './line-sample.tsx'
import { MarkButtons } from './mark-buttons.tsx'
import { type MarkGroup, markGroups } from './mark-groups.ts'
import { PlotDrawing } from './plot-drawing.tsx'
import { PlotTooltip } from './plot-tooltip.tsx'
import { type PlotLine, type PlotPoint, pointName } from './points.ts'
import { useElementWidth } from './use-element-width.ts'
import { usePointer } from './use-pointer.ts'

interface TimePlotProps<Point extends PlotPoint> {
  points: readonly Point[]
  lines: readonly PlotLine<Point>[]
  format: (value: number) => string
  /** Description of the chart for assistive technology. */
  label: string
  /** Says in a few German words why a point is not whole. */
  whyNotWhole: (point: Point) => string
  /** Says what else is known about a point, for example how many runs it counts. */
  about?: (point: Point) => string
  /** Called with the days of the point that was clicked, or of the points that were dragged over. */
  onOpen?: (days: Pick<PlotPoint, 'day' | 'to'>) => void
  /** Days that are marked, because something happened. The page must list them in words. */
  marks?: readonly DayMark[]
  /** Called with the marks that were chosen. */
  onOpenMarks?: (marks: readonly DayMark[]) => void
  /** Range of values that most points are expected in. It is drawn as a band. */
  usual?: { low: number; high: number }
  /** Value that the axis contains at least. Plots side by side share one scale by it. */
  atLeast?: number
  height?: number
  /** Width of the drawing on paper in px; by default that of a whole page. */
  paperWidth?: number
  /** Legend above the plot; false if a heading names the only line. */
  legend?: boolean
}

/** Width of a page of paper in px, and the maximum height of a drawing on it. */
const onPaper = { width: 700, height: 220 }

/** Line chart over time with a legend. The page must show a table with the exact numbers below the chart. */
export function TimePlot<Point extends PlotPoint>(props: TimePlotProps<Point>) {
  const {
    points,
    lines,
    label,
    usual,
    marks,
    height = 256,
    legend = true,
    paperWidth = onPaper.width,
  } = props
  const [area, width] = useElementWidth<HTMLDivElement>()
  const { format, atLeast } = props
  const options = { points, lines, format, ...(atLeast !== undefined && { atLeast }) }
  const paper = layOut(options, { width: paperWidth, height: Math.min(height, onPaper.height) })
  return (
    <figure aria-label={label} className="print:break-inside-avoid">
      {legend && (
        <ul className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm">
          {lines.map(({ name, color, dashes }) => (
            <li key={name} className="flex items-center gap-2">
              <LineSample color={color} {...(dashes !== undefined && { dashes })} />
              {name}
            </li>
          ))}
          {lines.some(({ average }) => average) && (
            <li className="text-muted">Linien: Mittel aus 7 Tagen, Punkte: einzelne Tage</li>
          )}
        </ul>
      )}
      <div ref={area} className="relative print:hidden" style={{ height }}>
        {width > 0 && <ScreenPlot {...props} size={{ width, height }} />}
      </div>
      <svg
        data-paper
        aria-hidden="true"
        viewBox={`0 0 ${paper.size.width} ${paper.size.height}`}
        className="hidden w-full text-[13px] print:block"
      >
        <PlotDrawing points={points} layout={paper} usual={usual} marks={marks} />
      </svg>
    </figure>
  )
}

/** Plot with a line at the point under the pointer or at a chosen mark, and a tooltip with its values. */
function ScreenPlot<Point extends PlotPoint>({ size, ...props }: TimePlotProps<Point> & { size: Size }) {
  const { points, lines, format, atLeast, usual, marks = [], whyNotWhole, about, onOpen, onOpenMarks } = props
  const { width, height } = size
  const layout = useMemo(
    () => layOut({ points, lines, format, ...(atLeast !== undefined && { atLeast }) }, { width, height }),
    [points, lines, format, atLeast, width, height],
  )
  const { left, right } = layout
  const [group, setGroup] = useState<MarkGroup>()
  const { pointed, chosen, handlers } = usePointer({ count: points.length, left, right, onChoose: open })
  function open(from: number, to: number) {
    onOpen?.({ day: points[from]!.day, to: points[to]!.to })
  }
  const active = group && group.index < points.length ? group.index : pointed
  const point = active === undefined ? undefined : points[active]
  return (
    <>
      <svg
        data-plot
        aria-hidden="true"
        width={width}
        height={height}
        className={`block touch-pan-y text-[13px] select-none tabular-nums ${onOpen ? 'cursor-pointer' : ''}`}
        {...handlers}
      >
        {chosen && (
          <rect
            x={layout.x(chosen.from)}
            width={layout.x(chosen.to) - layout.x(chosen.from)}
            y={8}
            height={layout.bottom - 8}
            fill="var(--color-leaf-200)"
            opacity={0.5}
          />
        )}
        <PlotDrawing points={points} layout={layout} usual={usual} marks={marks} active={active} />
      </svg>
      {onOpenMarks && (
        <MarkButtons groups={markGroups(points, marks, layout.x)} onShow={setGroup} onOpen={onOpenMarks} />
      )}
      {point && (
        <PlotTooltip
          layout={layout}
          index={active!}
          title={point.isWhole ? pointName(point) : `${pointName(point)}, ${whyNotWhole(point)}`}
          about={about?.(point)}
          marks={group?.marks ?? marksAt(point, marks)}
          hint={group ? undefined : onOpen && 'Klicken öffnet, Ziehen wählt mehrere'}
          format={format}
        />
      )}
    </>
  )
}

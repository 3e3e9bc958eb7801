import type { PlotLayout } from './layout.ts'
import type { PlotPoint } from './points.ts'

/** Something that happened on a day. */
export interface DayMark {
  id: string
  day: string
  /** What happened. */
  name: string
}

/** Returns the marks of a point. A plot by hour marks the beginning of the day. */
export function marksAt({ day, to, hour = '00' }: PlotPoint, marks: readonly DayMark[]): DayMark[] {
  return hour === '00' ? marks.filter((mark) => mark.day >= day && mark.day <= to) : []
}

interface DayMarksProps<Point> {
  points: readonly Point[]
  layout: PlotLayout<Point>
  marks: readonly DayMark[]
}

/** Thin vertical lines in a plot at the points that contain marked days, each with a small triangle on top. */
export function DayMarks<Point extends PlotPoint>({
  points,
  layout: { x, bottom },
  marks,
}: DayMarksProps<Point>) {
  return points.map((point, index) => {
    if (marksAt(point, marks).length === 0) return null
    return (
      <g key={`${point.day}${point.hour ?? ''}`} className="stroke-muted">
        <line x1={x(index)} x2={x(index)} y1={8} y2={bottom} strokeDasharray="1 3" />
        <path d={`M${x(index) - 4} 2h8l-4 6z`} className="fill-muted" stroke="none" />
      </g>
    )
  })
}

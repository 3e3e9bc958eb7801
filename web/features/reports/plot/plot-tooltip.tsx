import { shortDay } from '#web/features/reports/words/number-format.ts'
import type { DayMark } from './day-marks.tsx'
import type { PlotLayout } from './layout.ts'
import { LineSample } from './line-sample.tsx'

interface PlotTooltipProps<Point> {
  layout: PlotLayout<Point>
  index: number
  title: string
  /** What else to say about the point, for example on how many runs its rates are based. */
  about: string | undefined
  /** What happened at the point. */
  marks: readonly DayMark[]
  /** What a click does, if it does something. */
  hint: string | undefined
  format: (value: number) => string
}

/** Values of a point, beside it. */
export function PlotTooltip<Point>({
  layout,
  index,
  title,
  about,
  marks,
  hint,
  format,
}: PlotTooltipProps<Point>) {
  const { x, lines, left, right } = layout
  const isRight = x(index) > (left + right) / 2
  const rows = lines.flatMap((line) => {
    const { name, values, averages } = line
    const [value, average] = [values[index] ?? null, averages?.[index] ?? null]
    return [
      ...(value === null ? [] : [{ key: name, line, name, text: format(value) }]),
      ...(average === null
        ? []
        : [{ key: `${name} average`, line: undefined, name: 'Mittel aus 7 Tagen', text: format(average) }]),
    ]
  })
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none absolute top-1 z-10 rounded-lg border border-line bg-surface px-3 py-2 text-sm whitespace-nowrap shadow-card print:hidden"
      style={{ left: x(index), transform: isRight ? 'translateX(calc(-100% - 12px))' : 'translateX(12px)' }}
    >
      <p data-tooltip-title className="mb-1 font-semibold">
        {title}
      </p>
      {rows.length === 0 && <p className="text-muted">keine Anträge</p>}
      {rows.map(({ key, line, name, text }) => (
        <p key={key} className="flex items-center gap-2">
          {line ? <LineSample {...line} /> : <span className="w-5" />}
          <span className="text-muted">{name}</span>
          <span className="ml-auto pl-3 font-semibold tabular-nums">{text}</span>
        </p>
      ))}
      {about !== undefined && <p className="mt-1 text-muted">{about}</p>}
      {marks.map(({ id, day, name }) => (
        <p key={id} className="mt-1 max-w-72 whitespace-normal">
          <span className="text-muted tabular-nums">{shortDay(day)}</span> {name}
        </p>
      ))}
      {hint !== undefined && <p className="mt-1 border-t border-line pt-1 text-muted">{hint}</p>}
    </div>
  )
}

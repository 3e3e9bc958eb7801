import type { PlotLine } from './points.ts'

/** Short sample of a line, for legends. */
export function LineSample({ color, dashes }: Pick<PlotLine<never>, 'color' | 'dashes'>) {
  return (
    <svg width="20" height="4" aria-hidden="true" className="shrink-0">
      <line x1="0" x2="20" y1="2" y2="2" stroke={color} strokeWidth="3" strokeDasharray={dashes} />
    </svg>
  )
}

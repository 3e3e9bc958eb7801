import { type ComponentProps, Suspense, lazy } from 'react'
import type { DayPlot as Drawn, PlotLine } from './day-plot.tsx'

export type { PlotLine }

const Loaded = lazy(async () => ({ default: (await import('./day-plot.tsx')).DayPlot }))

/** The plot comes with its library only where one is drawn, and takes its room before. */
export function DayPlot<Day extends { day: string }>(props: ComponentProps<typeof Drawn<Day>>) {
  const { lines, ...rest } = props
  return (
    <Suspense fallback={<div className="h-72" />}>
      {/* `lazy` forgets the type of a day; the lines read just the days given here. */}
      <Loaded {...rest} lines={lines as readonly PlotLine<{ day: string }>[]} />
    </Suspense>
  )
}

import { type ComponentProps, Suspense, lazy } from 'react'
import type { DayPlot as Drawn, PlotLine } from './day-plot.tsx'

export type { PlotLine }

const Loaded = lazy(async () => ({ default: (await import('./day-plot.tsx')).DayPlot }))

/** Loads the plot and its library on demand. Reserves the height of the plot until they are loaded. */
export function DayPlot<Day extends { day: string }>(props: ComponentProps<typeof Drawn<Day>>) {
  const { lines, ...rest } = props
  return (
    <Suspense fallback={<div className="h-72" />}>
      {/* `lazy` loses the type parameter. The cast is safe, because `lines` and `days` have the same type of day. */}
      <Loaded {...rest} lines={lines as readonly PlotLine<{ day: string }>[]} />
    </Suspense>
  )
}

import { type ComponentProps, Suspense, lazy } from 'react'
import type { PlotLine, PlotPoint, TimePlot as Drawn } from './time-plot.tsx'

export type { PlotLine, PlotPoint }

const Loaded = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }))

/** Loads the plot and its library on demand. Reserves the height of the plot until they are loaded. */
export function TimePlot<Point extends PlotPoint>(props: ComponentProps<typeof Drawn<Point>>) {
  return (
    <Suspense fallback={<div className="h-72" />}>
      {/* `lazy` loses the type parameter. The cast is safe, because all properties have the same type of point. */}
      <Loaded {...(props as unknown as ComponentProps<typeof Drawn<PlotPoint>>)} />
    </Suspense>
  )
}

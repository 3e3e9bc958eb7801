import type { PlotPoint } from './time-plot.tsx'

/** Returns a function that says why a point of days, weeks or months is not whole. */
export function whyNotWhole(today: string): (point: PlotPoint) => string {
  return ({ day, to }) => {
    if (day <= today && today <= to) return 'läuft noch'
    return day === to ? 'unvollständig' : 'nicht ganz im Zeitraum'
  }
}

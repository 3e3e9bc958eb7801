import type { PlotPoint } from './points.ts'

/** Returns a function that says why a point is not whole. `today` is the day on which the figures end. */
export function whyNotWhole(today: string): (point: PlotPoint) => string {
  return ({ day, to, hour }) => {
    if (hour !== undefined || (day <= today && today <= to)) return 'läuft noch'
    return day === to ? 'unvollständig' : 'nicht ganz im Zeitraum'
  }
}

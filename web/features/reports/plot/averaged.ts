import { averagedPoints, type PlotPoint } from './points.ts'

/** Number of days from which a plot shows averages. With fewer, single days are legible. */
const minDays = 5 * averagedPoints

/** Returns whether a plot of these points shows averages: whether they are days, and too many to be legible one by one. */
export function isAveraged(points: readonly PlotPoint[]): boolean {
  return points.length > minDays && points.every(({ day, to, hour }) => day === to && hour === undefined)
}

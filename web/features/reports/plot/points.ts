import { valueName } from '#domain/reports/words.ts'
import { dayRange, longDay, shortDay } from '#web/features/reports/words/number-format.ts'

/** Point of a plot: a day, several days that are shown as one, or an hour. */
export interface PlotPoint {
  /** First day as `YYYY-MM-DD`. */
  day: string
  /** Last day. */
  to: string
  /** Hour of the day, `00` to `23`; absent for a point of whole days. */
  hour?: string
  /** False if the figures are not complete. The lines to such a point are dotted. */
  isWhole: boolean
}

export interface PlotLine<Point> {
  name: string
  /** Returns null for a point without a value, for example a conversion rate on a day without runs. */
  value: (point: Point) => number | null
  color: string
  dashes?: string
  /** True for a line of an earlier period, all of which is complete. */
  isPast?: boolean
  /**
   * Returns the value of several points together. If given, the line shows the average of seven points, and faint dots
   * the single points: daily rates of few runs jump so much that a line through them would show nothing.
   */
  average?: (points: readonly Point[]) => number | null
  /** Whether a point stands out from the others. It is marked by a dot. */
  isUnusual?: (point: Point) => boolean
}

const weekday = new Intl.DateTimeFormat('de-DE', { weekday: 'short', timeZone: 'UTC' })

/** Returns the time of a point in German, such as `Fr, 20.11.2026` or `Fr, 20.11., 9–10 Uhr`. */
export function pointName({ day, to, hour }: Pick<PlotPoint, 'day' | 'to' | 'hour'>): string {
  if (day !== to) return dayRange(day, to)
  const name = weekday.format(new Date(day))
  return hour === undefined
    ? `${name}, ${longDay(day)}`
    : `${name}, ${shortDay(day)}, ${valueName('hour', hour)}`
}

/** Number of points over which a line is averaged. Seven days contain each weekday once. */
export const averagedPoints = 7

/**
 * Returns the average of each point and the six before it, or null for points that have fewer before them. Points that
 * are not whole have no average and count in none.
 */
export function averagesOf<Point extends PlotPoint>(
  points: readonly Point[],
  average: (points: readonly Point[]) => number | null,
): (number | null)[] {
  return points.map((point, index) => {
    if (!point.isWhole || index < averagedPoints - 1) return null
    return average(points.slice(index - averagedPoints + 1, index + 1).filter(({ isWhole }) => isWhole))
  })
}

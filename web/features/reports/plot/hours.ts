import type { DayHour } from '#domain/reports/day-hours.ts'
import { valueName } from '#domain/reports/words.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import type { PlotPoint } from './points.ts'

/** Point of a plot by hour. */
export interface HourPoint extends Omit<PlotPoint, keyof DayHour>, DayHour {
  /** True if the hour has not begun, so that it has no figures. */
  isFuture: boolean
}

/** Returns the point of an hour. `until` is the hour at which the figures end. */
export function hourPoint({ day, hour, minutes }: DayHour, until: ReportTime): HourPoint {
  const [at, end] = [`${day}T${hour}`, `${until.day}T${until.hour}`]
  return { day, to: day, hour, minutes, isWhole: at < end, isFuture: at > end }
}

/** Returns the name of an hour, such as `9–10 Uhr`. The hour that occurs twice in autumn is one point. */
export function hourName({ hour, minutes }: Pick<DayHour, 'hour' | 'minutes'>): string {
  return `${valueName('hour', hour)}${minutes > 60 ? ' (zweimal, Ende der Sommerzeit)' : ''}`
}

/** Says how a plot by hour shows the days on which the clocks change; empty for all other days. */
export function clockChange(hours: readonly DayHour[]): string {
  const days = Map.groupBy(hours, ({ day }) => day)
  const lengths = new Set(
    [...days.values()].map((own) => own.reduce((sum, { minutes }) => sum + minutes, 0) / 60),
  )
  const words = [
    lengths.has(23) && 'Am Tag der Umstellung auf Sommerzeit gibt es keine Stunde von 2 bis 3 Uhr.',
    lengths.has(25) &&
      'Am Tag der Umstellung auf Winterzeit gibt es die Stunde von 2 bis 3 Uhr zweimal; beide zählen zusammen als ein Punkt.',
  ]
  return words.filter((one) => one !== false).join(' ')
}

import { type TimeInterval, utcDay, utcHour, utcMonday, utcMonth, utcYear } from 'd3-time'
import { shortDay } from '#web/features/reports/words/number-format.ts'
import type { PlotPoint } from './points.ts'

/** Returns the label of a value: without decimals that are all zero, which would only add noise to an axis. */
export function tickText(value: number, format: (value: number) => string): string {
  return format(value).replace(/,0+(?!\d)/, '')
}

const everyOtherDay = utcDay.filter((day) => utcDay.count(new Date(0), day) % 2 === 0)

/** Intervals at whose beginnings a plot can have labels. `every` returns null for steps below 1 only. */
const intervals: readonly TimeInterval[] = [
  utcHour,
  ...[2, 3, 6, 12].map((step) => utcHour.every(step)!),
  utcDay,
  everyOtherDay,
  ...[1, 2].map((step) => utcMonday.every(step)!),
  ...[1, 3, 6].map((step) => utcMonth.every(step)!),
  utcYear,
]

/**
 * Returns the indexes of the points that have a label below the plot, at most `max`. Labels are at the beginnings of
 * hours, days, weeks or months, so that these can be told apart.
 */
export function timeTicks(points: readonly PlotPoint[], max: number): number[] {
  // Days and hours are those of Berlin; counted as UTC, each day has 24 hours.
  const times = points.map(({ day, hour = '00' }) => new Date(`${day}T${hour}:00Z`))
  const beginnings = (interval: TimeInterval) => {
    const starts = times.map((time) => interval.floor(time).getTime())
    return [...starts.keys()].filter((index) =>
      index === 0 ? starts[0] === times[0]!.getTime() : starts[index] !== starts[index - 1],
    )
  }
  return intervals.map(beginnings).find(({ length }) => length <= max) ?? []
}

const month = new Intl.DateTimeFormat('de-DE', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Returns the label of a point below the plot: `02.11.`, `Nov. 26` for a month, or `9 Uhr`. */
export function timeText({ day, to, hour }: PlotPoint): string {
  if (hour !== undefined && hour !== '00') return `${Number(hour)} Uhr`
  const isMonth = day.endsWith('-01') && day.slice(0, 7) === to.slice(0, 7) && to.slice(8) >= '28'
  return isMonth ? month.format(new Date(day)) : shortDay(day)
}

import { type DayRange, daysOf } from '#domain/reports/day-range.ts'
import { maxHourlyDays } from '#domain/reports/parameters.ts'
import { addDays } from '#web/features/reports/filters/period.ts'

/** Units of time of the points of a plot. `value` is the value of the URL parameter `einheit`. */
export const plotUnits = [
  { value: 'stunde', name: 'Stunden', steps: 'von Stunde zu Stunde' },
  { value: 'tag', name: 'Tage', steps: 'von Tag zu Tag' },
  { value: 'woche', name: 'Wochen', steps: 'von Woche zu Woche' },
  { value: 'monat', name: 'Monate', steps: 'von Monat zu Monat' },
] as const
export type PlotUnit = (typeof plotUnits)[number]['value']
/** Units that consist of whole days. */
export type DaysUnit = Exclude<PlotUnit, 'stunde'>

/**
 * Returns the units by which a range can be plotted; the first one is the default. Short ranges can be plotted by hour, a
 * single day only by hour.
 */
export function unitsFor(range: DayRange): readonly PlotUnit[] {
  const days = daysOf(range).length
  if (days === 1) return ['stunde']
  return days > maxHourlyDays ? ['tag', 'woche', 'monat'] : ['tag', 'stunde', 'woche', 'monat']
}

/** Days that a plot shows as one point. */
export interface Span<Day> {
  /** First day of the span that is in the range, as `YYYY-MM-DD`. */
  day: string
  /** Last day of the span that is in the range. */
  to: string
  days: Day[]
  /** Position of the first day in the list of all days. */
  index: number
  /** False if a day of the week or month is not in the range or not over. */
  isWhole: boolean
}

/**
 * Returns the days by week (beginning on Monday) or month, in order. `days` are consecutive. Days from `today` on are
 * not over.
 */
export function spansOf<Day extends { day: string }>(
  days: readonly Day[],
  unit: DaysUnit,
  today: string,
): Span<Day>[] {
  const spans: Span<Day>[] = []
  days.forEach((day, index) => {
    const current = spans.at(-1)
    if (current && firstDayOf(current.day, unit) === firstDayOf(day.day, unit)) {
      current.days.push(day)
      current.to = day.day
    } else spans.push({ day: day.day, to: day.day, days: [day], index, isWhole: false })
  })
  for (const span of spans)
    span.isWhole =
      span.day === firstDayOf(span.day, unit) && span.to === lastDayOf(span.day, unit) && span.to < today
  return spans
}

function firstDayOf(day: string, unit: DaysUnit): string {
  if (unit === 'tag') return day
  if (unit === 'monat') return `${day.slice(0, 8)}01`
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

function lastDayOf(day: string, unit: DaysUnit): string {
  const first = firstDayOf(day, unit)
  if (unit === 'tag') return first
  if (unit === 'woche') return addDays(first, 6)
  return addDays(firstDayOf(addDays(first, 31), unit), -1)
}

import { hours } from '#domain/runs/dimensions.ts'
import { berlinHour, startOfDay } from '#domain/time/berlin-time.ts'
import { hourMs, minuteMs } from '#domain/time/durations.ts'
import { type DayRange, dayAfter, daysOf } from './day-range.ts'

/** An hour of a day in Berlin. */
export interface DayHour {
  day: string
  /** `00` to `23`. */
  hour: string
  /** 60, or 120 for the hour from 2 to 3 that occurs twice on the day on which clocks are set back. */
  minutes: number
}

/** Returns the hours of all days of a range, in order. The day on which clocks are set forward has no hour from 2 to 3. */
export function hoursOf(range: DayRange): DayHour[] {
  return daysOf(range).flatMap(hoursOfDay)
}

function hoursOfDay(day: string): DayHour[] {
  const found: DayHour[] = []
  const end = startOfDay(dayAfter(day))
  for (let at = startOfDay(day); at < end; at += hourMs) {
    const hour = hours[berlinHour(at)]!
    const last = found.at(-1)
    if (last?.hour === hour) last.minutes += hourMs / minuteMs
    else found.push({ day, hour, minutes: hourMs / minuteMs })
  }
  return found
}

/** Returns the periods of the wanted hours of a range, in ms since the epoch, without `until`. */
export function hourPeriods(
  { from, to }: DayRange,
  isWanted: (hour: string) => boolean,
): { since: number; until: number }[] {
  const periods: { since: number; until: number }[] = []
  const end = startOfDay(dayAfter(to))
  for (let since = startOfDay(from); since < end; since += hourMs) {
    if (!isWanted(hours[berlinHour(since)]!)) continue
    const last = periods.at(-1)
    if (last?.until === since) last.until += hourMs
    else periods.push({ since, until: since + hourMs })
  }
  return periods
}

import { hours } from '#domain/runs/dimensions.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import type { Filters } from './filters.ts'

/** Day and hour in Berlin at which the figures of a page end. Neither is over. */
export interface ReportTime {
  day: string
  /** `00` to `23`. */
  hour: string
}

/**
 * Returns the time at which the figures end: the present or, in a report as of a past time, that time. The time of a past
 * position is not known here.
 */
export function reportTime(asOf: Filters['asOf'], now: number): ReportTime {
  const past = typeof asOf === 'string' ? parseMoment(asOf) : undefined
  const at = Math.min(now, past ?? now)
  return { day: berlinDay(at), hour: hours[berlinHour(at)]! }
}

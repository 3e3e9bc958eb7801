import type { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import type { ParamsOf } from '#domain/reports/report-contract.ts'
import { type RunDimension, runDimensions } from '#domain/runs/dimensions.ts'
import type { ReportTime } from '#web/features/reports/filters/report-time.ts'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { maxEntryLength } from '#domain/reports/parameters.ts'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { type DayRange, comparedRange, daysOf } from '#domain/reports/day-range.ts'
import { comparedPeriodOf } from '#web/features/reports/filters/compared-periods.ts'
import { addDays, isDay } from '#web/features/reports/filters/period.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'

export type DropOffParams = ParamsOf<typeof dropOffContract>

/** Parameters and names of the two reports that are compared. */
export interface Comparison {
  name: string
  params: DropOffParams
  otherName: string
  otherParams: DropOffParams
  /** The running day that is not compared, or only its hours that are over; absent if all of the range is over. */
  running?: string
}

/**
 * Parses the parameter `compare`. Returns undefined if its value is none of these:
 *
 * - a value of `comparedPeriods`, such as `vorher`
 * - a range such as `2026-11-01_2026-11-07`
 * - a filter with another value, such as `device:mobile`
 *
 * Other days are compared with the days that are over (see `finishedPart`); it returns undefined if nothing is over.
 */
export function readComparison(
  filters: Filters,
  params: DropOffParams,
  until: ReportTime,
): Comparison | undefined {
  const { compare } = filters
  if (compare === undefined) return undefined
  const other = otherDays(filters)
  if (other) return compareDays(params, other, until)
  const dimension = runDimensions.find((name) => compare.startsWith(`${name}:`))
  const value = compare.slice(compare.indexOf(':') + 1)
  if (dimension === undefined || value === '' || value.length > maxEntryLength) return undefined
  return {
    name: segmentName(dimension, filters.segment[dimension], filters.funnel),
    params,
    otherName: segmentName(dimension, value, filters.funnel),
    otherParams: { ...params, [dimension]: value },
  }
}

function compareDays(params: DropOffParams, other: DayRange, until: ReportTime): Comparison | undefined {
  const range = { from: String(params.from), to: String(params.to) }
  const finished = finishedPart(range, until)
  if (!finished) return undefined
  const { days, hour } = finished
  if (hour !== undefined && params.hour !== undefined) return undefined
  // A range of another length is not the same days of another time, so it stays as it is.
  const isSameLength = daysOf(other).length === daysOf(range).length
  const compared = isSameLength ? { from: other.from, to: daysOf(other)[daysOf(days).length - 1]! } : other
  const hours = hour === undefined ? {} : { hour }
  const note = hour === undefined ? '' : `, ${valueName('hour', hour)}`
  return {
    name: dayRange(days.from, days.to) + note,
    params: { ...params, ...days, ...hours },
    otherName: dayRange(compared.from, compared.to) + note,
    otherParams: { ...params, ...compared, ...hours },
    ...((note !== '' || days.to !== range.to) && { running: until.day }),
  }
}

/**
 * Returns the part of a range that is over: its days before the running one or, if the range consists of the running day
 * alone, the hours of that day that are over. Returns undefined if nothing is over.
 */
function finishedPart(
  { from, to }: DayRange,
  until: ReportTime,
): { days: DayRange; hour?: string } | undefined {
  if (to < until.day) return { days: { from, to } }
  if (from < until.day) return { days: { from, to: addDays(until.day, -1) } }
  if (from !== until.day || until.hour === '00') return undefined
  const last = String(Number(until.hour) - 1).padStart(2, '0')
  return { days: { from, to: from }, hour: last === '00' ? '00' : `00-${last}` }
}

function otherDays({ compare = '', from, to }: Filters): DayRange | undefined {
  const period = comparedPeriodOf(compare)
  if (period) return comparedRange({ from, to }, period)
  const [first = '', last = ''] = compare.split('_')
  return isDay(first) && isDay(last) && first <= last ? { from: first, to: last } : undefined
}

function segmentName(dimension: RunDimension, value: string | undefined, funnel: string | undefined): string {
  return value === undefined ? 'Alle' : `${dimensionNames[dimension]} ${valueName(dimension, value, funnel)}`
}

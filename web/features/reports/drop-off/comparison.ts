import type { dropOffContract } from '#domain/reports/drop-off/shape.ts'
import type { ParamsOf } from '#domain/reports/report-contract.ts'
import { type RunDimension, runDimensions } from '#domain/runs/dimensions.ts'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { maxEntryLength } from '#domain/reports/parameters.ts'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { type DayRange, comparedRange } from '#domain/reports/day-range.ts'
import { comparedPeriodOf } from '#web/features/reports/filters/compared-periods.ts'
import { isDay } from '#web/features/reports/filters/period.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'

export type DropOffParams = ParamsOf<typeof dropOffContract>

/** Parameters and names of the two reports that are compared. */
export interface Comparison {
  name: string
  params: DropOffParams
  otherName: string
  otherParams: DropOffParams
}

/**
 * Parses the parameter `compare`. Returns undefined if its value is none of these:
 *
 * - a value of `comparedPeriods`, such as `vorher`
 * - a range such as `2026-11-01_2026-11-07`
 * - a filter with another value, such as `device:mobile`
 */
export function readComparison(filters: Filters, params: DropOffParams): Comparison | undefined {
  const { compare, from, to } = filters
  if (compare === undefined) return undefined
  const other = otherDays(filters)
  if (other)
    return {
      name: dayRange(from, to),
      params,
      otherName: dayRange(other.from, other.to),
      otherParams: { ...params, ...other },
    }
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

function otherDays({ compare = '', from, to }: Filters): DayRange | undefined {
  const period = comparedPeriodOf(compare)
  if (period) return comparedRange({ from, to }, period)
  const [first = '', last = ''] = compare.split('_')
  return isDay(first) && isDay(last) && first <= last ? { from: first, to: last } : undefined
}

function segmentName(dimension: RunDimension, value: string | undefined, funnel: string | undefined): string {
  return value === undefined ? 'Alle' : `${dimensionNames[dimension]} ${valueName(dimension, value, funnel)}`
}

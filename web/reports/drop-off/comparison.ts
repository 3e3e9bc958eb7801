import type { Filters, SegmentName } from '../filters.ts'
import { segmentNames } from '../filters.ts'
import type { Params } from '../get-report.ts'
import { dayRange } from '../number-format.ts'
import { isDay, rangeBefore } from '../period.ts'
import { dimensionNames, keyName } from '../words.ts'

/** Two questions side by side, and what each is called. */
export interface Comparison {
  name: string
  params: Params
  otherName: string
  otherParams: Params
}

/**
 * Reads what is compared with: `vorher` the days right before, `2026-11-01_2026-11-07` other days,
 * `device:mobile` another segment in the place of the chosen one. Undefined when it says nothing of that.
 */
export function readComparison(filters: Filters, params: Params): Comparison | undefined {
  const { compare, from, to } = filters
  if (compare === undefined) return undefined
  const [first = '', last = ''] = compare.split('_')
  if (compare === 'vorher' || (isDay(first) && isDay(last) && first <= last)) {
    const other = compare === 'vorher' ? rangeBefore(filters) : { from: first, to: last }
    return {
      name: dayRange(from, to),
      params,
      otherName: dayRange(other.from, other.to),
      otherParams: { ...params, ...other },
    }
  }
  const dimension = segmentNames.find((name) => compare.startsWith(`${name}:`))
  const value = compare.slice(compare.indexOf(':') + 1)
  if (dimension === undefined || value === '' || value.length > 200) return undefined
  return {
    name: segmentName(dimension, filters.segment[dimension], filters.funnel),
    params,
    otherName: segmentName(dimension, value, filters.funnel),
    otherParams: { ...params, [dimension]: value },
  }
}

function segmentName(dimension: SegmentName, value: string | undefined, funnel: string | undefined): string {
  return value === undefined ? 'Alle' : `${dimensionNames[dimension]} ${keyName(value, funnel)}`
}

import { hours } from './dimensions.ts'

/** First and last hour of a filter by the hour of the start, both included. */
export interface HourRange {
  first: string
  last: string
}

/** Parses a filter by hour: one hour such as `09`, or a range such as `00-08`. Returns undefined for any other text. */
export function parseHours(text: string): HourRange | undefined {
  const [first = '', last = first, ...rest] = text.split('-')
  const isRange = rest.length === 0 && hours.includes(first) && hours.includes(last) && first <= last
  return isRange ? { first, last } : undefined
}

/** Returns whether an hour matches a filter that `parseHours` accepts. */
export function matchesHours(filter: string, hour: string): boolean {
  const range = parseHours(filter)
  return range !== undefined && range.first <= hour && hour <= range.last
}

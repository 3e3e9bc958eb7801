import { devices } from '#domain/limits.ts'
import { channels } from '#domain/attribution/channel.ts'
import {
  type AttributionModel,
  attributionModels,
  noKey,
  touchDimensions,
} from '#domain/attribution/credit-touches.ts'
import type { TouchDimension } from '#domain/attribution/credit-touches.ts'
import { type ShownStatus, shownStatuses } from '#domain/orders/evolve-order.ts'
import { type DayOf, daysOfOrders } from '#domain/reports/day-of.ts'
import { searchNumber } from '#domain/reports/orders/search-number.ts'
import { type ListedRun, runStatuses } from '#domain/reports/runs/shape.ts'
import { worksPattern } from '#domain/reports/orders/work-filter.ts'
import { type OrderSort, orderSorts } from '#domain/reports/orders/sort.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import { type RunDimension, type RunFilters, runDimensions, weekdays } from '#domain/runs/dimensions.ts'
import { parseHours } from '#domain/runs/hour-filter.ts'
import { type OrderWindow, orderWindows } from '#domain/runs/order-windows.ts'
import { isVariant, maxEntryLength, maxRangeDays } from '#domain/reports/parameters.ts'
import { type Range, daysOf, isDay, presetOf } from './period.ts'

/** Filters of the page. They are all stored in the URL, so that a shared link shows the same figures. */
export interface Filters extends Range {
  /** Value of the preset range. `frei` means that `from` and `to` are in the URL. */
  preset: string
  funnel: string | undefined
  funnelVersion: string | undefined
  segment: RunFilters
  /** Time after the start within which an order counts in the funnel; any if undefined. */
  orderWithin: OrderWindow | undefined
  /** Day on which orders count. */
  dayOf: DayOf
  model: AttributionModel
  by: TouchDimension
  list: ListFilters
  /** Range or segment to compare with, in the format that `readComparison` parses. */
  compare: string | undefined
  /**
   * The report counts only events up to this position in the event log, or up to this minute in Berlin
   * (`YYYY-MM-DDTHH:MM`). If undefined, the report counts all events.
   */
  asOf: number | string | undefined
}

/** Filters of the lists of orders and runs, by the names of the service's parameters. */
export interface ListFilters {
  number?: string
  status?: ShownStatus
  outcome?: ListedRun['status']
  changes?: 'only'
  /** What is left to do for the orders, in the format that `readWorks` parses. */
  work?: string
  testPayments?: Included
  robots?: Included
  sort?: OrderSort
}

const included = ['with', 'without', 'only'] as const
export type Included = (typeof included)[number]

/** URL parameter that was ignored because its value is invalid. */
export interface RejectedParameter {
  name: string
  value: string
}

export const defaultPreset = '28'

/** Parses the filters of a URL. Ignores invalid parameters and returns them in `refused`. */
export function readFilters(
  search: URLSearchParams,
  today: string,
): { filters: Filters; refused: RejectedParameter[] } {
  const refused: RejectedParameter[] = []
  const read = (name: string, allowed: (value: string) => boolean = () => true): string | undefined => {
    const value = search.get(name) ?? ''
    if (value === '') return undefined
    if (allowed(value)) return value
    refused.push({ name, value: value.slice(0, 60) })
    return undefined
  }

  const period = readPeriod(read, today, refused)
  const segment: Filters['segment'] = {}
  for (const name of runDimensions) {
    const value = read(name, allowedValues[name] ?? isShort)
    if (value !== undefined) segment[name] = value
  }
  const variant = read('variant', isVariant)
  if (variant !== undefined) segment.variant = variant
  const moment = read('stand', (value) => parseMoment(value) !== undefined)
  const position = read('asOf', (value) => /^[1-9]\d{0,14}$/.test(value))
  const filters: Filters = {
    ...period,
    funnel: read('funnel', (value) => funnelByType(value) !== undefined),
    funnelVersion: read('funnelVersion', (value) => /^[1-9]\d{0,5}(,[1-9]\d{0,5}){0,19}$/.test(value)),
    segment,
    list: readListFilters(read),
    orderWithin: read('orderWithin', oneOf(orderWindows)) as OrderWindow | undefined,
    dayOf: (read('dayOf', oneOf(daysOfOrders)) ?? 'start') as DayOf,
    model: (read('model', oneOf(attributionModels)) ?? 'last') as AttributionModel,
    by: (read('by', oneOf(touchDimensions)) ?? 'source') as TouchDimension,
    compare: read('compare'),
    asOf: moment ?? (position === undefined ? undefined : Number(position)),
  }
  return { filters, refused }
}

type Read = (name: string, allowed?: (value: string) => boolean) => string | undefined

function readListFilters(read: Read): ListFilters {
  return Object.fromEntries(
    Object.entries({
      number: read('number', (value) => searchNumber(value) === value),
      status: read('status', oneOf(shownStatuses)),
      outcome: read('outcome', oneOf(runStatuses)),
      changes: read('changes', oneOf(['only'])),
      work: read('work', (value) => worksPattern.test(value)),
      testPayments: read('testPayments', oneOf(included)),
      robots: read('robots', oneOf(included)),
      sort: read('sort', oneOf(orderSorts)),
    }).filter(([, value]) => value !== undefined),
  )
}

const isShort = (value: string) => value.length <= 200
/** Checks of the dimensions whose values are not just short texts. */
const allowedValues: Partial<Record<RunDimension, (value: string) => boolean>> = {
  device: oneOf(devices),
  channel: oneOf([...channels, noKey]),
  entry: (value) => value.length <= maxEntryLength,
  consent: oneOf(['none', 'marketing']),
  weekday: oneOf(weekdays),
  hour: (value) => parseHours(value) !== undefined,
}

function oneOf(values: readonly string[]) {
  return (value: string) => values.includes(value)
}

function readPeriod(
  read: Read,
  today: string,
  refused: RejectedParameter[],
): Pick<Filters, 'preset' | 'from' | 'to'> {
  const preset = read('zeitraum', (value) => presetOf(value) !== undefined)
  const from = read('from', isDay)
  const to = read('to', isDay)
  if (preset === undefined && from !== undefined && to !== undefined) {
    const days = daysOf({ from, to })
    if (days >= 1 && days <= maxRangeDays) return { preset: 'frei', from, to }
    refused.push({ name: 'to', value: to })
  }
  const shown = preset ?? defaultPreset
  return { preset: shown, ...presetOf(shown)!.on(today) }
}

/** Returns the query string with changed parameters. Removes a parameter if its new value is undefined or empty. */
export function changedSearch(
  search: URLSearchParams,
  changes: Readonly<Record<string, string | undefined>>,
): URLSearchParams {
  const changed = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === undefined || value === '') changed.delete(name)
    else changed.set(name, value)
  }
  return changed
}

/** Returns the URL parameters that select the past: `stand` for a time, `asOf` for a position. */
export function pastParams(asOf: Filters['asOf']): { stand: string | undefined; asOf: string | undefined } {
  return {
    stand: typeof asOf === 'string' ? asOf : undefined,
    asOf: typeof asOf === 'number' ? String(asOf) : undefined,
  }
}

/** Returns the query string that links to other pages keep: the parameters for range, funnel, day of orders and past time. */
export function keptSearch(search: URLSearchParams): string {
  const kept = new URLSearchParams()
  for (const name of ['zeitraum', 'from', 'to', 'funnel', 'dayOf', 'stand', 'asOf'])
    for (const value of search.getAll(name)) kept.append(name, value)
  return kept.size > 0 ? `?${kept}` : ''
}

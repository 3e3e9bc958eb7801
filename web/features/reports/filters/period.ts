import { dayMs } from '#domain/time/durations.ts'
import { maxRangeDays } from '#domain/reports/parameters.ts'
import { yearBefore } from '#domain/reports/day-range.ts'
import { parseDay } from '#domain/time/berlin-time.ts'

export interface Range {
  from: string
  to: string
}

interface PresetRange {
  /** Value of the parameter `zeitraum`. */
  value: string
  /** Key that chooses the range. */
  key: string
  name: string
  /** Returns the range on a given day. */
  on: (today: string) => Range
}

const lastDays = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today })

/** Preset ranges in the order of the selection. Weeks begin on Monday. */
export const presets: readonly PresetRange[] = [
  { value: 'heute', key: 'h', name: 'Heute', on: (today) => ({ from: today, to: today }) },
  { value: 'gestern', key: 'g', name: 'Gestern', on: (today) => lastDays(1)(addDays(today, -1)) },
  { value: 'woche', key: 'w', name: 'Diese Woche', on: (today) => ({ from: mondayOf(today), to: today }) },
  {
    value: 'letzte-woche',
    key: 'v',
    name: 'Letzte Woche',
    on: (today) => lastDays(7)(addDays(mondayOf(today), -1)),
  },
  {
    value: 'monat',
    key: 'm',
    name: 'Dieser Monat',
    on: (today) => ({ from: firstOfMonth(today), to: today }),
  },
  { value: 'letzter-monat', key: 'l', name: 'Letzter Monat', on: lastMonth },
  { value: '7', key: '7', name: '7 Tage', on: lastDays(7) },
  { value: '28', key: '2', name: '28 Tage', on: lastDays(28) },
  { value: '90', key: '9', name: '90 Tage', on: lastDays(90) },
  {
    value: 'jahr',
    key: 'j',
    name: '12 Monate',
    on: (today) => ({ from: addDays(yearBefore(today), 1), to: today }),
  },
]

/** Key that chooses a range of free days. */
export const customRangeKey = 'f'

/** Says in German why a range cannot be shown; undefined if it can. */
export function rangeProblem({ from, to }: Range): string | undefined {
  if (from > to) return 'Der erste Tag liegt nach dem letzten. Bitte ändern Sie einen der beiden.'
  const days = daysOf({ from, to })
  if (days <= maxRangeDays) return undefined
  return `Höchstens ${maxRangeDays} Tage sind möglich, gewählt sind ${days}.`
}

/** Returns the preset with this value, or undefined if there is none. */
export function presetOf(value: string): PresetRange | undefined {
  return presets.find((preset) => preset.value === value)
}

function mondayOf(day: string): string {
  return addDays(day, -((new Date(day).getUTCDay() + 6) % 7))
}

function firstOfMonth(day: string): string {
  return `${day.slice(0, 8)}01`
}

function lastMonth(today: string): Range {
  const to = addDays(firstOfMonth(today), -1)
  return { from: firstOfMonth(to), to }
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days of a range, both ends included. */
export function daysOf({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && parseDay(text) !== undefined
}

import { dayMs } from '#domain/time/durations.ts'
import { parseDay } from '#domain/time/berlin-time.ts'

export interface Range {
  from: string
  to: string
}

interface PresetRange {
  /** Value of the parameter `zeitraum`. */
  value: string
  name: string
  /** Returns the range on a given day. */
  on: (today: string) => Range
}

const lastDays = (days: number) => (today: string) => ({ from: addDays(today, 1 - days), to: today })

/** Preset ranges in the order of the selection. Weeks begin on Monday. */
export const presets: readonly PresetRange[] = [
  { value: 'heute', name: 'Heute', on: (today) => ({ from: today, to: today }) },
  { value: 'gestern', name: 'Gestern', on: (today) => lastDays(1)(addDays(today, -1)) },
  { value: 'woche', name: 'Diese Woche', on: (today) => ({ from: mondayOf(today), to: today }) },
  { value: 'letzte-woche', name: 'Letzte Woche', on: (today) => lastDays(7)(addDays(mondayOf(today), -1)) },
  { value: 'monat', name: 'Dieser Monat', on: (today) => ({ from: firstOfMonth(today), to: today }) },
  { value: 'letzter-monat', name: 'Letzter Monat', on: lastMonth },
  { value: '7', name: '7 Tage', on: lastDays(7) },
  { value: '28', name: '28 Tage', on: lastDays(28) },
  { value: '90', name: '90 Tage', on: lastDays(90) },
  { value: 'jahr', name: '12 Monate', on: (today) => ({ from: addDays(yearBefore(today), 1), to: today }) },
]

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

/** Returns the same day of the previous year; the 28th for the 29th of February. */
function yearBefore(day: string): string {
  const before = `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`
  return parseDay(before) === undefined ? `${before.slice(0, 8)}28` : before
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days of a range, both ends included. */
export function daysOf({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

/** Returns the range of the same length that ends on the day before `range` starts. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -daysOf(range)), to: addDays(range.from, -1) }
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && parseDay(text) !== undefined
}

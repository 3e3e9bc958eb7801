import { dayMs } from '#domain/time/durations.ts'
import { parseDay } from '#domain/time/berlin-time.ts'

export interface Range {
  from: string
  to: string
}

/** Length in days of each preset range. All preset ranges end today. */
export const presets = { heute: 1, '7': 7, '28': 28, '90': 90 } as const
export type Preset = keyof typeof presets

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Returns the number of days of a range, both ends included. */
export function daysOf({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function presetRange(preset: Preset, today: string): Range {
  return { from: addDays(today, 1 - presets[preset]), to: today }
}

/** Returns the range of the same length that ends on the day before `range` starts. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -daysOf(range)), to: addDays(range.from, -1) }
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && parseDay(text) !== undefined
}

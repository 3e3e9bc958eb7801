import { parseDay } from '#domain/berlin-time.ts'

export interface Range {
  from: string
  to: string
}

/** Ranges that move along with the calendar; each ends today. */
export const presets = { heute: 1, '7': 7, '28': 28, '90': 90 } as const
export type Preset = keyof typeof presets

const dayMs = 24 * 3600 * 1000

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)
}

/** Days from one to the other, both counted. */
export function daysOf({ from, to }: Range): number {
  return (Date.parse(to) - Date.parse(from)) / dayMs + 1
}

export function presetRange(preset: Preset, today: string): Range {
  return { from: addDays(today, 1 - presets[preset]), to: today }
}

/** As many days, right before. */
export function rangeBefore(range: Range): Range {
  return { from: addDays(range.from, -daysOf(range)), to: addDays(range.from, -1) }
}

export function isDay(text: string | undefined): text is string {
  return text !== undefined && parseDay(text) !== undefined
}

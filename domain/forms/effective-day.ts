import { daysIn, parseDay } from '#domain/time/berlin-time.ts'
import type { FieldValues } from './define-field.ts'
import type { Funnel } from './define-funnel.ts'

/** Returns the day on which an order takes effect, `YYYY-MM-DD`, or undefined if its month is absent or invalid. */
export function effectiveDay({ effective }: Funnel, values: FieldValues): string | undefined {
  const month = values[effective.field]
  const first = typeof month === 'string' ? `${month}-01` : ''
  const date = parseDay(first)
  if (!date) return undefined
  return effective.day === 'first' ? first : `${month as string}-${daysIn(date.year, date.month)}`
}

import { daysIn, parseDay } from './berlin-time.ts'
import type { Answers, Funnel } from './funnels/define-funnel.ts'

/** The day on which an order takes effect, `YYYY-MM-DD`; undefined while its month is not known or is none. */
export function effectiveDay({ effective }: Funnel, answers: Answers): string | undefined {
  const month = answers[effective.field]
  const first = typeof month === 'string' ? `${month}-01` : ''
  const date = parseDay(first)
  if (!date) return undefined
  return effective.day === 'first' ? first : `${month as string}-${daysIn(date.year, date.month)}`
}

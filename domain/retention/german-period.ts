import { germanInteger } from '#domain/numbers/german-number.ts'
import { dayMs, hourMs, minuteMs } from '#domain/time/durations.ts'
import type { RetentionPeriod } from './period.ts'

export function germanPeriod(period: RetentionPeriod): string {
  if (typeof period !== 'number') return counted(period.years, 'Jahr', 'Jahre')
  if (period > dayMs && period % dayMs === 0) return counted(period / dayMs, 'Tag', 'Tage')
  if (period % hourMs === 0) return counted(period / hourMs, 'Stunde', 'Stunden')
  return counted(Math.ceil(period / minuteMs), 'Minute', 'Minuten')
}

/** Returns the time after the payment in which the data can be changed, for example `2 Stunden`. Takes ms. */
export function changeTime(submitAfterMs: number): string {
  return submitAfterMs < 60_000 ? 'wenige Sekunden' : germanPeriod(submitAfterMs)
}

/**
 * HTML attributes that mark the retention periods in prerendered pages. The service replaces the marked text with the
 * configured periods.
 */
export const periodAttribute = 'data-period'
export const sinceAttribute = 'data-since'

/**
 * Returns a period and its start in German, for example `90 Tage nach der Zahlung` or `10 Jahre nach Ende des Jahres
 * der Zahlung`. `since` must be a feminine noun with its article, because the dative and the genitive must be
 * identical.
 */
export function germanPeriodSince(period: RetentionPeriod, since: string): string {
  const from = typeof period === 'number' ? since : `Ende des Jahres ${since}`
  return `${germanPeriod(period)} nach ${from}`
}

function counted(amount: number, one: string, many: string): string {
  return `${germanInteger(amount)} ${amount === 1 ? one : many}`
}

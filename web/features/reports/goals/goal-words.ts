import type { GoalMetric } from '#domain/operations/goal-limits.ts'
import type { GoalTarget } from '#domain/reports/goals/shape.ts'
import { funnelName } from '#domain/reports/words.ts'
import { wholeEuro } from '#web/features/reports/words/estimate-words.ts'
import { number, share } from '#web/features/reports/words/number-format.ts'

export const metricNames: Record<GoalMetric, string> = { orders: 'Bestellungen', netRevenueCents: 'Umsatz' }

export const funnelWords = (funnel: string | null): string =>
  funnel === null ? 'Alle Antragsarten' : funnelName(funnel)

const monthNames = new Intl.DateTimeFormat('de-DE', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** Formats `2026-12` as `Dezember 2026`. */
export const monthName = (month: string): string => monthNames.format(new Date(`${month}-01`))

/** Formats orders or cents: `120`, `5.400 €`. */
export function amountWords(metric: GoalMetric, value: number): string {
  return metric === 'orders' ? number(value) : wholeEuro(value)
}

/** Says in words and percent how likely a goal is reached. The bounds are those of ordinary language. */
export function chanceWords(chance: number): string {
  const percent = chance < 0.01 ? 'unter 1 %' : chance > 0.99 ? 'über 99 %' : share(chance).replace(/,\d/, '')
  return `${likelihood(chance)} (${percent.replaceAll(' ', '\u00a0')})`
}

function likelihood(chance: number): string {
  if (chance >= 0.95) return 'Das Ziel wird sehr wahrscheinlich erreicht'
  if (chance >= 0.7) return 'Das Ziel wird wahrscheinlich erreicht'
  if (chance > 0.3) return 'Es ist offen, ob das Ziel erreicht wird'
  if (chance > 0.05) return 'Das Ziel wird wahrscheinlich verfehlt'
  return 'Das Ziel wird sehr wahrscheinlich verfehlt'
}

/** Says what is needed per remaining day; undefined without a goal. */
export function needWords(
  metric: GoalMetric,
  { goal, reached, forecast }: GoalTarget,
  daysLeft: number,
): string | undefined {
  if (goal === null || !forecast || forecast.neededPerDay === null) return undefined
  if (reached >= goal)
    return metric === 'orders' ? 'Das Ziel ist erreicht.' : 'Zurzeit ist das Ziel erreicht.'
  const usual =
    metric === 'orders' ? number(Math.round(forecast.usualPerDay * 10) / 10) : wholeEuro(forecast.usualPerDay)
  const days =
    daysLeft === 1
      ? 'Heute, am letzten Tag,'
      : `An jedem der ${daysLeft} Tage bis zum Monatsende, heute eingeschlossen,`
  return `${days} nötig: ${amountWords(metric, forecast.neededPerDay)}. Üblich: ${usual}.`
}

export const gapWords = {
  'few-weeks': 'Noch keine Prognose: Seit der ersten Bestellung sind keine vier ganzen Wochen vergangen.',
  'few-orders': 'Noch keine Prognose: Dafür gab es in den letzten acht Wochen zu wenige Bestellungen.',
} as const

/** Says whether the goal of a past month was reached. */
export function resultWords({ goal, reached }: GoalTarget): string {
  if (goal === null) return 'Kein Ziel'
  const part = share(reached / goal)
    .replace(/,\d/, '')
    .replaceAll(' ', '\u00a0')
  return `${reached >= goal ? 'Erreicht' : 'Verfehlt'} (${part})`
}

import type { OverviewReport } from '#domain/reports/overview/shape.ts'
import { euro, number, share } from '#web/features/reports/words/number-format.ts'

export type Day = OverviewReport['totals']['days'][number]
type Counted = Pick<Day, 'runs' | 'orders' | 'revenueCents'>

/** Measures of a period or a day. Each displayed value links to the list of runs that `figure` identifies. */
export const measures = {
  orders: { name: 'Bestellungen', of: ({ orders }: Counted) => orders, format: number, figure: 'completed' },
  runs: { name: 'Läufe', of: ({ runs }: Counted) => runs, format: number, figure: 'runs' },
  revenue: {
    name: 'Bestellwert',
    of: ({ revenueCents }: Counted) => revenueCents,
    format: euro,
    figure: 'completed',
  },
  conversion: {
    name: 'Abschlussquote',
    of: ({ runs, orders }: Counted) => (runs === 0 ? 0 : orders / runs),
    format: share,
    figure: 'completed',
  },
} as const
export type Measure = keyof typeof measures

/** Figures of a day (`now`) and of the corresponding day of the previous period (`before`). */
export interface DayPair {
  day: string
  now: Day
  before: Day | undefined
}

export function dayPairs({ days, daysBefore }: Pick<OverviewReport['totals'], 'days' | 'daysBefore'>) {
  return days.map((now, index): DayPair => ({ day: now.day, now, before: daysBefore[index] }))
}

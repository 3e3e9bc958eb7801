import type { DayRange } from '#domain/reports/day-range.ts'
import { writeWorks } from '#domain/reports/orders/work-filter.ts'
import type { WaitingOrders } from '#domain/weekly-report/weekly-report.ts'
import { alertsPath } from '#domain/site/site-paths.ts'

/** Returns the URLs of report pages. With `asOf`, a page shows its figures as of that position for ever. */
export function pageLinks(publicUrl: string) {
  const page = (path: string, params: Record<string, string | number>) =>
    `${publicUrl}${path}?${new URLSearchParams(Object.entries(params).map(([name, value]) => [name, String(value)]))}`
  return {
    overview: (range: DayRange, asOf: number) => page('/berichte', { ...daysOf(range), asOf }),
    dropOff: (funnel: string, range: DayRange, asOf: number) =>
      page('/berichte/abbruch', { funnel, ...daysOf(range), asOf }),
    waitingOrders: ({ days, works }: Pick<WaitingOrders, 'days' | 'works'>, asOf: number) =>
      page('/berichte/bestellungen', { ...daysOf(days), work: writeWorks(works), asOf }),
    alerts: (asOf: number) => page(alertsPath, { asOf }),
  }
}

export type PageLinks = ReturnType<typeof pageLinks>

const daysOf = ({ from, to }: DayRange) => ({ from, to })

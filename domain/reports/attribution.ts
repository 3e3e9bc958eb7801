import { creditUnit } from '../attribution.ts'
import { compareText, rate } from './rows.ts'
import type { AttributionReport } from './report-shapes.ts'

export interface Credits {
  /** In units of `creditUnit`. */
  runs: number
  orders: number
  revenueCents: number
}

/** The attribution report from credits summed by key. Rows add up to the totals exactly, in floating point too. */
export function attributionReport(
  about: Pick<AttributionReport, 'from' | 'to' | 'model' | 'by' | 'funnel' | 'asOfPosition'>,
  credited: readonly (Credits & { key: string })[],
): AttributionReport {
  const some = credited.filter((row) => row.runs !== 0 || row.orders !== 0 || row.revenueCents !== 0)
  const totals = some.reduce<Credits>(
    (sum, row) => ({
      runs: sum.runs + row.runs,
      orders: sum.orders + row.orders,
      revenueCents: sum.revenueCents + row.revenueCents,
    }),
    { runs: 0, orders: 0, revenueCents: 0 },
  )
  return {
    ...about,
    timezone: 'Europe/Berlin',
    rows: some
      .map((row) => ({ key: row.key, ...shownCredits(row) }))
      .toSorted((a, b) => b.revenueCents - a.revenueCents || compareText(a.key, b.key)),
    totals: shownCredits(totals),
  }
}

export function shownCredits({ runs, orders, revenueCents }: Credits) {
  return {
    runs: runs / creditUnit,
    orders: orders / creditUnit,
    revenueCents,
    // An order may be credited to a touch after the run's start, which earned nothing for the run.
    conversionRate: Math.min(1, rate(orders, runs)),
  }
}

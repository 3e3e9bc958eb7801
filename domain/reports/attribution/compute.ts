import { creditUnit, otherKey } from '#domain/attribution/credit-touches.ts'
import { listedKeys } from '#domain/reports/bounded-rows.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { AttributionReport } from './shape.ts'

export interface Credits {
  /** `runs`, `orders` and `completed` are integers in units of credit: `creditUnit` is one run or one order. */
  runs: number
  orders: number
  /** Orders of the runs that started on the days of the report, from which the rate follows; `orders` if absent. */
  completed?: number
  revenueCents: number
  netRevenueCents: number
}

export const noCredits: Credits = { runs: 0, orders: 0, revenueCents: 0, netRevenueCents: 0 }

/**
 * Returns the attribution report, computed from credits that were summed by key. The rows add up to the totals exactly,
 * even in floating point (see `creditUnit`).
 */
export function attributionReport(
  about: Pick<AttributionReport, 'from' | 'to' | 'dayOf' | 'model' | 'by' | 'funnel' | 'asOfPosition'>,
  credited: readonly (Credits & { key: string })[],
): AttributionReport {
  const some = credited.filter(
    (row) => row.runs !== 0 || row.orders !== 0 || row.revenueCents !== 0 || completedOf(row) !== 0,
  )
  const listed = listedKeys(some)
  const other = some.filter(({ key }) => !listed.has(key))
  const shown = some.filter(({ key }) => listed.has(key))
  if (other.length > 0) shown.push({ key: otherKey, ...addUp(other) })
  return {
    ...about,
    timezone: 'Europe/Berlin',
    rows: shown
      .map((row) => ({ key: row.key, ...shownCredits(row) }))
      .toSorted((a, b) => b.revenueCents - a.revenueCents || compareText(a.key, b.key)),
    totals: shownCredits(addUp(some)),
  }
}

function addUp(rows: readonly Credits[]): Credits {
  return rows.reduce(addCredits, noCredits)
}

export function addCredits(one: Credits, other: Credits): Credits {
  return {
    runs: one.runs + other.runs,
    orders: one.orders + other.orders,
    completed: completedOf(one) + completedOf(other),
    revenueCents: one.revenueCents + other.revenueCents,
    netRevenueCents: one.netRevenueCents + other.netRevenueCents,
  }
}

function completedOf({ completed, orders }: Credits): number {
  return completed ?? orders
}

export function shownCredits(credits: Credits) {
  const { runs, orders, revenueCents, netRevenueCents } = credits
  return {
    runs: runs / creditUnit,
    orders: orders / creditUnit,
    revenueCents,
    netRevenueCents,
    // Cap the rate at 1. A touch after the start of a run can be credited with the order, but not with the run.
    conversionRate: Math.min(1, rate(completedOf(credits), runs)),
  }
}

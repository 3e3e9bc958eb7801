import { type Estimate, riskDifference } from '#domain/reports/deviation/risk-difference.ts'
import type { OverviewReport } from '#domain/reports/overview/shape.ts'

export interface Sales {
  runs: number
  orders: number
  netRevenueCents: number
  conversionRate: number
}

/**
 * Returns the figures of a week and of the week before it, and by how much the conversion rate differs. The rates are
 * compared within weekdays, so that a different distribution over the week is not taken for a change.
 */
export function compareSales({ totals }: Pick<OverviewReport, 'totals'>): {
  sales: Sales
  before: Sales
  conversion: Estimate | null
} {
  const strata = totals.days.map(({ runs, completed }, index) => {
    const other = totals.daysBefore[index]!
    return { exposed: runs, exposedLost: completed, others: other.runs, othersLost: other.completed }
  })
  return {
    sales: salesOf(totals),
    before: salesOf(totals.before),
    conversion: riskDifference(strata)?.difference ?? null,
  }
}

function salesOf({ runs, orders, netRevenueCents, conversionRate }: Sales): Sales {
  return { runs, orders, netRevenueCents, conversionRate }
}

import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { ListSums } from '#web/features/reports/blocks/list-sums.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { credit, euro, number } from '#web/features/reports/words/number-format.ts'

/**
 * Sums of all runs of the list, on all its pages. For an attribution figure, these are the sums of the shares, which
 * equal the figure of the report.
 */
export function RunSums({ dayOf, sums, credited }: Pick<RunsReport, 'dayOf' | 'sums' | 'credited'>) {
  const { outcome } = useFilters().filters.list
  const isPlaced = dayOf === 'order'
  if (credited)
    return (
      <ListSums
        label="Alle Anteile der Liste zusammen"
        sums={[
          ['creditedRuns', credit(credited.runs)],
          ['creditedOrders', credit(credited.orders)],
          ['creditedNetCents', euro(credited.netRevenueCents)],
          ['creditedCents', euro(credited.revenueCents)],
        ]}
      />
    )
  if (!sums || sums.completed === 0 || outcome === 'open' || outcome === 'abandoned') return null
  return (
    <ListSums
      label="Alle Bestellungen der Liste zusammen"
      sums={[
        [isPlaced ? 'ordersByOrder' : 'orders', number(sums.completed)],
        [isPlaced ? 'revenueByOrder' : 'revenueCents', euro(sums.revenueCents)],
        [isPlaced ? 'netRevenueByOrder' : 'netRevenueCents', euro(sums.netRevenueCents)],
      ]}
    />
  )
}

import { definitions } from '#domain/reports/definitions.ts'
import type { RunsReport } from '#domain/reports/runs/shape.ts'
import { ListSums } from '#web/features/reports/blocks/list-sums.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { credit, euro, number } from '#web/features/reports/words/number-format.ts'

/**
 * Sums of all runs of the list, on all its pages. For an attribution figure, these are the sums of the shares, which
 * equal the figure of the report.
 */
export function RunSums({ sums, credited }: Pick<RunsReport, 'sums' | 'credited'>) {
  const { outcome } = useFilters().filters.list
  const { orders, revenueCents, netRevenueCents, runs } = definitions
  if (credited)
    return (
      <ListSums
        label="Alle Anteile der Liste zusammen"
        sums={[
          [`${runs.name}, Anteile`, credit(credited.runs)],
          [orders.name, credit(credited.orders)],
          [netRevenueCents.name, euro(credited.netRevenueCents)],
          [revenueCents.name, euro(credited.revenueCents)],
        ]}
      />
    )
  if (!sums || sums.completed === 0 || outcome === 'open' || outcome === 'abandoned') return null
  return (
    <ListSums
      label="Alle Bestellungen der Liste zusammen"
      sums={[
        [orders.name, number(sums.completed)],
        [revenueCents.name, euro(sums.revenueCents)],
        [netRevenueCents.name, euro(sums.netRevenueCents)],
      ]}
    />
  )
}

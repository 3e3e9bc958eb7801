import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { type PlotUnit, plotUnits, unitsFor } from './spans.ts'

/** Returns the unit of time of the plots. It is stored in the URL. */
export function usePlotUnit(): PlotUnit {
  const { filters, search } = useFilters()
  const units = unitsFor(filters)
  return units.find((unit) => unit === search.get('einheit')) ?? units[0]!
}

/** Control for the unit of time of the plots. */
export function UnitChoice() {
  const { filters, set } = useFilters()
  const units = unitsFor(filters)
  const chosen = usePlotUnit()
  if (units.length === 1) return null
  return (
    <ChoiceButtons
      label="Verlauf nach"
      options={plotUnits.filter(({ value }) => units.includes(value))}
      chosen={chosen}
      onChoose={(value) => set({ einheit: value === units[0] ? undefined : value })}
    />
  )
}

import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { type PlotUnit, plotUnits } from './spans.ts'

/** Returns the unit of time of the plots. It is stored in the URL. */
export function usePlotUnit(): PlotUnit {
  const { search } = useFilters()
  return plotUnits.find(({ value }) => value === search.get('einheit'))?.value ?? 'tag'
}

/** Control for the unit of time of the plots. */
export function UnitChoice() {
  const { set } = useFilters()
  return (
    <ChoiceButtons
      label="Verlauf nach"
      options={plotUnits}
      chosen={usePlotUnit()}
      onChoose={(value) => set({ einheit: value === 'tag' ? undefined : value })}
    />
  )
}

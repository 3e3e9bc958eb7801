import { useId } from 'react'
import { windowNames } from '#domain/reports/words.ts'
import { orderWindows } from '#domain/runs/order-windows.ts'
import { ChoiceButtons } from '#web/features/reports/blocks/choice-buttons.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { Select } from '#web/ui/form/select.tsx'

/** What the shares of a stage refer to: the start, or the previous stage. */
export type Scale = 'start' | 'previous'

/** Parses the parameter `anteil`. */
export function readScale(search: URLSearchParams): Scale {
  return search.get('anteil') === 'schritt' ? 'previous' : 'start'
}

export function ScaleChoice() {
  const { search, set } = useFilters()
  return (
    <ChoiceButtons
      label="Anteile"
      options={[
        { value: 'start', name: 'vom Start' },
        { value: 'previous', name: 'vom Schritt davor' },
      ]}
      chosen={readScale(search)}
      onChoose={(value) => set({ anteil: value === 'previous' ? 'schritt' : undefined })}
    />
  )
}

/** Control for choosing the time after the start within which an order counts. */
export function WindowChoice() {
  const { filters, set } = useFilters()
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Bestellt innerhalb von
      </label>
      <Select
        id={id}
        className="!min-h-9 !py-1 !text-sm"
        value={filters.orderWithin ?? ''}
        onChange={({ target }) => set({ orderWithin: target.value })}
      >
        <option value="">beliebig</option>
        {orderWindows.map((window) => (
          <option key={window} value={window}>
            {windowNames[window]}
          </option>
        ))}
      </Select>
    </div>
  )
}

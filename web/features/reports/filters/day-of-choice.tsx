import { useId } from 'react'
import type { DayOf } from '#domain/reports/day-of.ts'
import { Select } from '#web/ui/form/select.tsx'
import { useFilters } from './use-filters.ts'

const dayNames: Record<DayOf, string> = { start: 'am Tag des Beginns', order: 'am Tag der Bestellung' }

/** Control for the day on which orders count. The choice is stored in the URL and kept on other pages. */
export function DayOfChoice() {
  const { filters, set } = useFilters()
  const id = useId()
  return (
    <div className="flex flex-wrap items-center gap-2 print:hidden">
      <label htmlFor={id} className="text-sm text-muted">
        Bestellungen zählen
      </label>
      <Select
        id={id}
        className="text-sm"
        value={filters.dayOf}
        onChange={({ target }) => set({ dayOf: target.value === 'start' ? undefined : target.value })}
      >
        {Object.entries(dayNames).map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

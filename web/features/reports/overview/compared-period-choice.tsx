import { useId } from 'react'
import { Select } from '#web/ui/form/select.tsx'
import {
  comparedPeriodOf,
  comparedPeriods,
  usualPeriod,
} from '#web/features/reports/filters/compared-periods.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'

/** Control for the period with which the overview compares. */
export function ComparedPeriodChoice() {
  const { filters, set } = useFilters()
  const id = useId()
  const usual = usualPeriod(filters.preset)
  const chosen = comparedPeriodOf(filters.compare) ?? usual
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Vergleich
      </label>
      <Select
        id={id}
        className="!min-h-9 !py-1 !text-sm"
        value={comparedPeriods.find(({ period }) => period === chosen)!.value}
        onChange={({ target }) =>
          set({ compare: comparedPeriodOf(target.value) === usual ? undefined : target.value })
        }
      >
        {comparedPeriods.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  )
}

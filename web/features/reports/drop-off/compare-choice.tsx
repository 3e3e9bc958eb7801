import { useId } from 'react'
import { type BreakdownReport, breakdownContract } from '#domain/reports/drop-off/shape.ts'
import { Select } from '#web/ui/form/select.tsx'
import { type RunDimension, runDimensions } from '#domain/runs/dimensions.ts'
import type { Filters } from '#web/features/reports/filters/filters.ts'
import { comparedPeriodOf, comparedPeriods } from '#web/features/reports/filters/compared-periods.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'
import type { DropOffParams } from './comparison.ts'
import { splitName } from './groups.ts'
import { readSplit } from './split-choice.tsx'

interface CompareChoiceProps {
  filters: Filters
  params: DropOffParams
}

/** Control for choosing the range or segment with which the report is compared. */
export function CompareChoice({ filters, params }: CompareChoiceProps) {
  const { search, set } = useFilters()
  const id = useId()
  const { compare = '' } = filters
  const dimension = runDimensions.find((name) => compare.startsWith(`${name}:`))
  const days = /^[\d-]+_[\d-]+$/.test(compare)
  const choose = (value: string) => {
    if (value === 'tage') set({ compare: `${filters.from}_${filters.to}` })
    else if (value === '' || value === 'gruppen' || comparedPeriodOf(value)) set({ compare: value })
    else set({ compare: `${value}:` })
  }
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Vergleich
      </label>
      <Select
        id={id}
        className="!min-h-9 !py-1 !text-sm"
        value={days ? 'tage' : (dimension ?? compare)}
        onChange={({ target }) => choose(target.value)}
      >
        <option value="">ohne</option>
        {comparedPeriods.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
        <option value="tage">andere Tage</option>
        <option value="gruppen">größte Gruppen ({splitName(readSplit(search))})</option>
        {runDimensions.map((name) => (
          <option key={name} value={name}>
            {dimensionNames[name]}
          </option>
        ))}
      </Select>
      {days && <OtherDays compare={compare} />}
      {dimension && <OtherValue dimension={dimension} filters={filters} params={params} />}
    </div>
  )
}

function OtherDays({ compare }: { compare: string }) {
  const { set } = useFilters()
  const [from = '', to = ''] = compare.split('_')
  const input = 'min-h-9 rounded-lg border border-control bg-surface px-2 text-sm'
  return (
    <>
      <input
        type="date"
        aria-label="Vergleich von"
        value={from}
        max={to}
        className={input}
        onChange={({ target }) => target.value && set({ compare: `${target.value}_${to}` })}
      />
      <input
        type="date"
        aria-label="Vergleich bis"
        value={to}
        min={from}
        className={input}
        onChange={({ target }) => target.value && set({ compare: `${from}_${target.value}` })}
      />
    </>
  )
}

function OtherValue({ dimension, filters, params }: CompareChoiceProps & { dimension: RunDimension }) {
  const { set } = useFilters()
  // Omit the filter of this dimension. Otherwise, the report would contain only the value that the page is filtered by.
  const all = useReport(breakdownContract, { ...params, [dimension]: undefined, by: dimension })
  const rows: BreakdownReport['rows'] = all.report?.by === dimension ? all.report.rows : []
  const value = filters.compare?.slice(dimension.length + 1) ?? ''
  const keys = rows.map(({ key }) => key).filter((key) => key !== filters.segment[dimension])
  return (
    <Select
      aria-label={`Vergleich: ${dimensionNames[dimension]}`}
      className="!min-h-9 !py-1 !text-sm"
      value={value}
      onChange={({ target }) => set({ compare: `${dimension}:${target.value}` })}
    >
      <option value="">bitte wählen</option>
      {[...new Set(value === '' ? keys : [...keys, value])].map((key) => (
        <option key={key} value={key}>
          {valueName(dimension, key, filters.funnel)}
        </option>
      ))}
    </Select>
  )
}

import { useId } from 'react'
import {
  type PairDimension,
  type RunDimension,
  pairDimensions,
  runDimensions,
} from '#domain/runs/dimensions.ts'
import { dimensionNames } from '#domain/reports/words.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { Select } from '#web/ui/form/select.tsx'

/** The dimension by which the page breaks down its runs, and the second one if there is one. */
export interface Split {
  by: RunDimension
  and: PairDimension | undefined
}

/** Parses the parameters `nach` and `und`. Ignores unknown values, and the same dimension twice. */
export function readSplit(search: URLSearchParams): Split {
  const by = runDimensions.find((one) => one === search.get('nach')) ?? 'device'
  return { by, and: secondsOf(by).find((one) => one === search.get('und')) }
}

function secondsOf(by: RunDimension): PairDimension[] {
  return pairDimensions.filter((one) => one !== by)
}

/** Controls for choosing one or two dimensions. They store the choice in the URL. */
export function SplitChoice() {
  const { search, set } = useFilters()
  const id = useId()
  const { by, and } = readSplit(search)
  const look = '!min-h-9 !py-1 !text-sm'
  return (
    <div className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-sm text-muted">
        Aufteilen nach
      </label>
      <Select id={id} className={look} value={by} onChange={({ target }) => set({ nach: target.value })}>
        {runDimensions.map((name) => (
          <option key={name} value={name}>
            {dimensionNames[name]}
          </option>
        ))}
      </Select>
      <label htmlFor={`${id}-und`} className="text-sm text-muted">
        und nach
      </label>
      <Select
        id={`${id}-und`}
        className={look}
        value={and ?? ''}
        onChange={({ target }) => set({ und: target.value })}
      >
        <option value="">nichts weiter</option>
        {secondsOf(by).map((name) => (
          <option key={name} value={name}>
            {dimensionNames[name]}
          </option>
        ))}
      </Select>
    </div>
  )
}

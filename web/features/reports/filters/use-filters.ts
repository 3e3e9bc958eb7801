import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { type Filters, type RejectedParameter, changedSearch, readFilters } from './filters.ts'

interface UsedFilters {
  filters: Filters
  refused: readonly RejectedParameter[]
  /** Current day in Berlin. */
  today: string
  search: URLSearchParams
  /** Changes filters in the URL. The browser's back button reverts each change. */
  set: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Returns the filters of the page and a function that changes them. The filters are stored only in the URL. */
export function useFilters(): UsedFilters {
  const [search, setSearch] = useSearchParams()
  const today = berlinToday()
  return useMemo(
    () => ({
      ...readFilters(search, today),
      today,
      search,
      // Also removes invalid parameters from the URL.
      set: (changes) => {
        const cleaned = Object.fromEntries(
          readFilters(search, today).refused.map(({ name }) => [name, undefined]),
        )
        // Removes `cursor`, which is valid only for the previous filters. A list then shows its first page.
        setSearch(changedSearch(search, { ...cleaned, cursor: undefined, ...changes }))
      },
    }),
    [search, setSearch, today],
  )
}

function berlinToday(): string {
  return berlinDay(Date.now())
}

/** Returns the parameters that most reports have in common: range and past time. */
export function rangeParams({ from, to, asOf }: Filters): {
  from: string
  to: string
  asOf: number | string | undefined
} {
  return { from, to, asOf }
}

import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { berlinDay } from '#domain/berlin-time.ts'
import { type Filters, type Refused, changedSearch, readFilters } from './filters.ts'

interface UsedFilters {
  filters: Filters
  refused: readonly Refused[]
  /** The day it is in Berlin. */
  today: string
  search: URLSearchParams
  /** Changes the address; each change is a step that the browser's back button takes back. */
  set: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Filters and range of the page, which live in its address and nowhere else. */
export function useFilters(): UsedFilters {
  const [search, setSearch] = useSearchParams()
  const today = berlinToday()
  return useMemo(
    () => ({
      ...readFilters(search, today),
      today,
      search,
      // Wrong parts go with the first change: what is shown then is what the address says.
      set: (changes) => {
        const cleaned = Object.fromEntries(
          readFilters(search, today).refused.map(({ name }) => [name, undefined]),
        )
        // Another question begins its list anew.
        setSearch(changedSearch(search, { ...cleaned, cursor: undefined, ...changes }))
      },
    }),
    [search, setSearch, today],
  )
}

function berlinToday(): string {
  return berlinDay(Date.now())
}

/** What every report is asked: days and position of the log. */
export function rangeParams({ from, to, asOf }: Filters): {
  from: string
  to: string
  asOf: number | undefined
} {
  return { from, to, asOf }
}

import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { hourMs } from '#domain/time/durations.ts'
import { type Filters, type RejectedParameter, changedSearch, readFilters } from './filters.ts'
import { type ReportTime, reportTime } from './report-time.ts'

interface UsedFilters {
  filters: Filters
  refused: readonly RejectedParameter[]
  /** Current day in Berlin. */
  today: string
  /** Time at which the figures of the page end. */
  until: ReportTime
  search: URLSearchParams
  /** Changes filters in the URL. The browser's back button reverts each change. */
  set: (changes: Readonly<Record<string, string | undefined>>) => void
}

/** Returns the filters of the page and a function that changes them. The filters are stored only in the URL. */
export function useFilters(): UsedFilters {
  const [search, setSearch] = useSearchParams()
  const hour = currentHour()
  return useMemo(() => {
    const now = hour * hourMs
    const today = berlinDay(now)
    const read = readFilters(search, today)
    return {
      ...read,
      today,
      until: reportTime(read.filters.asOf, now),
      search,
      // Also removes invalid parameters from the URL.
      set: (changes) => {
        const cleaned = Object.fromEntries(read.refused.map(({ name }) => [name, undefined]))
        // Removes `cursor`, which is valid only for the previous filters. A list then shows its first page.
        // The address is read again, because it is newer than the last render if two filters change in quick succession.
        const current = new URLSearchParams(window.location.search)
        setSearch(changedSearch(current, { ...cleaned, cursor: undefined, ...changes }))
      },
    }
  }, [search, setSearch, hour])
}

/** Returns the number of whole hours since the epoch. Berlin's offset from UTC is a whole number of hours. */
function currentHour(): number {
  return Math.floor(Date.now() / hourMs)
}

/** Returns the parameters that most reports have in common: range and past time. */
export function rangeParams({ from, to, asOf }: Filters): {
  from: string
  to: string
  asOf: number | string | undefined
} {
  return { from, to, asOf }
}

import { Link } from 'react-router-dom'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import type { PlotPoint } from './time-plot.tsx'

type Days = Pick<PlotPoint, 'day' | 'to'>

const asRange = ({ day, to }: Days) => ({ zeitraum: undefined, from: day, to, einheit: undefined })

/** Returns a function that shows the page for the days of a point. */
export function useOpenDays(): (days: Days) => void {
  const { set } = useFilters()
  return (days) => set(asRange(days))
}

/** Days of a point, with a link that shows the page for them. */
export function OpenDays({ day, to }: Days) {
  const { search } = useFilters()
  return (
    <Link
      to={`?${changedSearch(search, { ...asRange({ day, to }), cursor: undefined })}`}
      className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      {dayRange(day, to)}
    </Link>
  )
}

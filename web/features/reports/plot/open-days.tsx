import { Link } from 'react-router-dom'
import type { DayHour } from '#domain/reports/day-hours.ts'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { dayRange, shortDay } from '#web/features/reports/words/number-format.ts'
import { hourName } from './hours.ts'
import type { PlotPoint } from './points.ts'

type Days = Pick<PlotPoint, 'day' | 'to'>

const asRange = ({ day, to }: Days) => ({ zeitraum: undefined, from: day, to, einheit: undefined })

/** Returns a function that shows the page for the days of a point. */
export function useOpenDays(): (days: Days) => void {
  const { set } = useFilters()
  return (days) => set(asRange(days))
}

/** Name of a point: its hour, or its days with a link that shows the page for them. */
export function PointName({ day, to, hour, minutes = 60 }: Days & Partial<DayHour>) {
  const { search } = useFilters()
  if (hour !== undefined) return `${shortDay(day)}, ${hourName({ hour, minutes })}`
  return (
    <Link
      to={`?${changedSearch(search, { ...asRange({ day, to }), cursor: undefined })}`}
      className="text-leaf-800 underline decoration-leaf-200 underline-offset-4 hover:decoration-leaf-700"
    >
      {dayRange(day, to)}
    </Link>
  )
}

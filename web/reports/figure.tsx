import { Link } from 'react-router-dom'
import { changedSearch } from './filters.ts'
import { number } from './number-format.ts'
import { useFilters } from './use-filters.ts'

interface FigureProps {
  /** The figure as the list of runs is asked for it, for example `stage:2`. */
  of: string
  value: number
  /** As it is read; by default the number itself. */
  text?: string
  /** Where the figure is about less or other than the page: its funnel, a day as `from` and `to`, a segment. */
  where?: Readonly<Record<string, string | undefined>>
}

/** A number that opens the list of the runs behind it. Nothing stands behind a zero. */
export function Figure({ of, value, text = number(value), where }: FigureProps) {
  const { filters, search } = useFilters()
  if (value === 0) return text
  const days = where?.['from'] !== undefined || filters.preset === 'frei' ? { zeitraum: undefined } : {}
  const asked = changedSearch(search, { ...days, ...where, figure: of, cursor: undefined })
  return (
    <Link
      to={`/laeufe?${asked}`}
      className="underline decoration-leaf-200 decoration-2 underline-offset-3 hover:text-leaf-700 hover:decoration-leaf-700"
    >
      {text}
      <span className="sr-only"> – Läufe zeigen</span>
    </Link>
  )
}

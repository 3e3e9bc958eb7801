import { Link } from 'react-router-dom'
import { changedSearch } from './filters.ts'
import { useFilters } from './use-filters.ts'

/** To the next page of a list and back to its first; a step back is the browser's own. */
export function PageLinks({ nextCursor }: { nextCursor: string | null }) {
  const { search } = useFilters()
  const later = search.has('cursor')
  if (!later && nextCursor === null) return null
  const link = 'inline-flex min-h-11 items-center text-leaf-700 underline underline-offset-3'
  return (
    <nav aria-label="Weitere Seiten" className="mt-2 flex gap-6 text-sm print:hidden">
      {later && (
        <Link to={`?${changedSearch(search, { cursor: undefined })}`} className={link}>
          Zur ersten Seite
        </Link>
      )}
      {nextCursor !== null && (
        <Link to={`?${changedSearch(search, { cursor: nextCursor })}`} className={link}>
          Nächste Seite
        </Link>
      )}
    </nav>
  )
}

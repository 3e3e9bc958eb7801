import { Link } from 'react-router-dom'
import { changedSearch } from './filters.ts'
import { useFilters } from './use-filters.ts'

interface PageLinksProps {
  nextCursor: string | null
  /** Name of the cursor's query parameter. */
  name?: string
}

/** Links to the next and the first page of a list. The browser's back button leads to the previous page. */
export function PageLinks({ nextCursor, name = 'cursor' }: PageLinksProps) {
  const { search } = useFilters()
  const later = search.has(name)
  if (!later && nextCursor === null) return null
  const link = 'inline-flex min-h-11 items-center text-leaf-700 underline underline-offset-3'
  return (
    <nav aria-label="Weitere Seiten" className="mt-2 flex gap-6 text-sm print:hidden">
      {later && (
        <Link to={`?${changedSearch(search, { [name]: undefined })}`} className={link}>
          Zur ersten Seite
        </Link>
      )}
      {nextCursor !== null && (
        <Link to={`?${changedSearch(search, { [name]: nextCursor })}`} className={link}>
          Nächste Seite
        </Link>
      )}
    </nav>
  )
}

import { Link, useSearchParams } from 'react-router-dom'
import { readWayBack } from '#web/features/reports/filters/way-back.ts'
import { pages } from './pages.ts'

/** Link back to the page from which this one was opened, with the filters of that page. */
export function WayBackLink() {
  const [search] = useSearchParams()
  const address = readWayBack(search)
  if (address === undefined) return null
  return (
    <Link
      to={address}
      className="inline-flex min-h-6 items-center gap-1.5 text-sm text-leaf-700 underline underline-offset-4 print:hidden"
    >
      <span aria-hidden="true">←</span> Zurück: {nameOf(address)}
    </Link>
  )
}

function nameOf(address: string): string {
  const [path = '/'] = address.split('?')
  if (path.startsWith('/laeufe/')) return 'Zeitleiste des Antrags'
  if (path === '/laeufe') return 'Liste der Anträge'
  return pages.find((page) => page.path === path)?.name ?? 'vorige Seite'
}

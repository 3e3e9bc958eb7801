import { useContext } from 'react'
import { instant } from '#web/features/reports/words/number-format.ts'
import { SharedLinkContext } from './shared-link-context.ts'

/** Says on every page that it is read by a shared link, until when. */
export function SharedLinkBanner() {
  const link = useContext(SharedLinkContext)
  if (!link) return null
  return (
    <aside
      aria-label="Geteilte Ansicht"
      className="mb-6 rounded-lg border border-line bg-leaf-50 p-4 text-sm wrap-anywhere"
    >
      <strong>Geteilte Ansicht „{link.name}“,</strong> nur lesen, bis {instant(link.expiresAt)} Uhr. Listen
      mit einzelnen Anträgen, Bestellungen und Nachrichten sehen nur angemeldete Personen.
    </aside>
  )
}

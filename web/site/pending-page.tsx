import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { LegalPage } from './legal-pages.ts'

/** The place of a page whose text is not written yet; it says so instead of pretending. */
export function PendingPage({ page }: { page: LegalPage }) {
  useDocumentTitle(`${page.title} – Formlotse`)
  return (
    <div className="mx-auto max-w-2xl px-4 py-16 sm:px-6">
      <h1 className="text-2xl font-bold">{page.title}</h1>
      <p className="mt-4 text-muted">Der Text dieser Seite folgt. Sie ist noch nicht veröffentlicht.</p>
    </div>
  )
}

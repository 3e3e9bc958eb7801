import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

const overview = '/features'

/**
 * Layout of the pages that show individual components to developers. Meta tags and HTTP headers exclude these pages
 * from search engines.
 */
export function DemoPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  const { pathname } = useLocation()
  useDocumentTitle(`${title} – Formlotse`)
  return (
    <div className="mx-auto max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      {pathname !== overview && (
        <p className="mb-4 text-sm">
          <Link to={overview} className="text-leaf-700 underline underline-offset-4 hover:decoration-2">
            Alle Bausteine
          </Link>
        </p>
      )}
      <h1 className="text-2xl font-bold tracking-tight text-leaf-900 sm:text-3xl">{title}</h1>
      <p className="mt-3 text-muted">{lead}</p>
      <div className="mt-8 grid gap-8">{children}</div>
    </div>
  )
}

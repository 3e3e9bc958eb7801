import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'

/** The frame of the pages that show parts of the site by themselves. They are for us, so no search engine lists them. */
export function DemoPage({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  useDocumentTitle(`${title} – Formlotse`)
  useNoIndex()
  return (
    <div className="mx-auto max-w-3xl px-4 py-12 sm:px-6 sm:py-16">
      <p className="text-sm">
        <Link to="/features" className="text-leaf-700 underline underline-offset-4 hover:decoration-2">
          Alle Bausteine
        </Link>
      </p>
      <h1 className="mt-3 text-2xl font-bold tracking-tight text-leaf-900 sm:text-3xl">{title}</h1>
      <p className="mt-3 text-muted">{lead}</p>
      <div className="mt-8 grid gap-8">{children}</div>
    </div>
  )
}

/** The service says it in a header too; this is for whoever came by a link within the site. */
function useNoIndex(): void {
  useEffect(() => {
    const meta = document.createElement('meta')
    meta.name = 'robots'
    meta.content = 'noindex'
    document.head.append(meta)
    return () => meta.remove()
  }, [])
}

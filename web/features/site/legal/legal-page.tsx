import { type ReactNode, use, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import type { ProviderText } from '#domain/site/provider-text.ts'
import { loadProviderText } from '#web/features/site/provider/provider.ts'

export interface LegalSection {
  /** URL fragment that links to the section. */
  id: string
  title: string
  body: ReactNode
}

export interface LegalText {
  title: string
  lead: ReactNode
  /** Date of the version of the text, such as `Stand: November 2026`. */
  status?: string
  sections: readonly LegalSection[]
}

/** Pages with at least this many sections start with a table of contents. */
const minSectionsForContents = 5

/**
 * Layout of all legal pages: a single narrow column, with a table of contents on long pages. Controls and table of
 * contents are not printed.
 */
export function LegalPage({ text }: { text: (provider: ProviderText) => LegalText }) {
  const provider = use(loadProviderText())
  const { title, lead, status, sections } = text(provider)
  useDocumentTitle(`${title} – Formlotse`)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    // Scroll to the URL fragment. The browser could not do so, because this page had not been rendered yet.
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id) article.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView()
  }, [])
  return (
    <article
      ref={article}
      lang="de"
      className="mx-auto max-w-3xl px-4 py-12 sm:px-6 sm:py-16 print:max-w-none print:p-0"
    >
      <header className="border-b border-line pb-8">
        <h1 className="text-2xl font-bold tracking-tight text-leaf-900 hyphens-auto sm:text-3xl">{title}</h1>
        <div className="mt-4 text-muted">{lead}</div>
        <div className="mt-5 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-muted print:hidden">
          {status && <span>{status}</span>}
          <Button look="link" className="-mx-1 noscript:hidden" onClick={() => window.print()}>
            Seite drucken
          </Button>
        </div>
        {status && <p className="hidden text-sm print:block">{status}</p>}
      </header>
      {sections.length >= minSectionsForContents && <Contents sections={sections} />}
      {sections.map(({ id, title: heading, body }) => (
        <section
          key={id}
          id={id}
          aria-labelledby={`${id}-titel`}
          className="mt-10 scroll-mt-6 break-words print:mt-6"
        >
          <h2
            id={`${id}-titel`}
            className="text-lg font-bold text-leaf-900 hyphens-auto print:break-after-avoid"
          >
            {heading}
          </h2>
          <div className="mt-3 grid gap-3">{body}</div>
        </section>
      ))}
    </article>
  )
}

function Contents({ sections }: { sections: readonly LegalSection[] }) {
  return (
    <nav
      aria-label="Inhalt dieser Seite"
      className="mt-8 rounded-xl border border-line bg-surface p-5 print:hidden"
    >
      <h2 className="font-bold">Inhalt</h2>
      <ul className="mt-2 grid gap-x-8 text-sm sm:grid-cols-2">
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="inline-flex min-h-9 items-center text-leaf-700 underline-offset-4 hover:underline"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

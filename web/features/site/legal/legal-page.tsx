import { type ReactNode, use, useEffect, useRef } from 'react'
import { Button } from '#web/ui/button.tsx'
import { ChevronIcon } from '#web/ui/icons.tsx'
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

/** Pages with at least this many sections have a table of contents. */
const minSectionsForContents = 5

/**
 * Layout of all legal pages: a column of readable width, with a table of contents on long pages. Controls and table of
 * contents are not printed.
 */
export function LegalPage({ text }: { text: (provider: ProviderText) => LegalText }) {
  const provider = use(loadProviderText())
  const { title, lead, status, sections } = text(provider)
  const hasContents = sections.length >= minSectionsForContents
  useDocumentTitle(`${title} – Formlotse`)
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    // Scroll to the URL fragment. The browser could not do so, because this page had not been rendered yet.
    const id = decodeURIComponent(window.location.hash.slice(1))
    if (id) article.current?.querySelector(`#${CSS.escape(id)}`)?.scrollIntoView()
  }, [])
  return (
    <div className="mx-auto max-w-6xl gap-x-16 px-4 py-8 sm:px-6 sm:py-14 lg:grid lg:grid-cols-[15rem_minmax(0,43rem)] print:block print:max-w-none print:p-0">
      <div className="hidden lg:block print:hidden">
        {hasContents && <SideContents sections={sections} />}
      </div>
      <article ref={article} lang="de" className="max-w-3xl text-[1.125rem] leading-relaxed print:max-w-none">
        <header className="border-b border-line pb-5 sm:pb-8">
          <h1 className="text-2xl font-bold tracking-tight text-leaf-900 hyphens-auto sm:text-3xl">
            {title}
          </h1>
          <div className="mt-3 text-muted sm:mt-4">{lead}</div>
          <div className="mt-3 flex flex-wrap items-center gap-x-6 gap-y-2 text-sm text-muted sm:mt-5 print:hidden">
            {status && <span>{status}</span>}
            <Button look="link" className="-mx-1 noscript:hidden" onClick={() => window.print()}>
              Seite drucken
            </Button>
          </div>
          {status && <p className="hidden text-sm print:block">{status}</p>}
        </header>
        {hasContents && <FoldedContents sections={sections} />}
        {sections.map(({ id, title: heading, body }) => (
          <section
            key={id}
            id={id}
            aria-labelledby={`${id}-titel`}
            className="mt-8 scroll-mt-6 break-words sm:mt-10 print:mt-6"
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
    </div>
  )
}

interface ContentsProps {
  sections: readonly LegalSection[]
}

/** Table of contents that stays beside the text on a wide screen. */
function SideContents({ sections }: ContentsProps) {
  return (
    <nav
      aria-label="Inhalt dieser Seite"
      className="sticky top-24 max-h-[calc(100dvh-7rem)] overflow-y-auto border-l-2 border-leaf-200 py-1 pl-5"
    >
      <h2 className="font-bold">Inhalt</h2>
      <ContentsList sections={sections} />
    </nav>
  )
}

/** Table of contents that is folded, so that the text begins on the first screen of a phone. */
function FoldedContents({ sections }: ContentsProps) {
  return (
    <nav aria-label="Inhalt dieser Seite" className="mt-5 lg:hidden print:hidden">
      <details className="group rounded-xl border border-line bg-surface px-4">
        <summary className="flex min-h-12 cursor-pointer list-none items-center justify-between font-semibold [&::-webkit-details-marker]:hidden">
          Inhalt dieser Seite
          <ChevronIcon className="size-5 text-leaf-700 transition-transform group-open:rotate-180" />
        </summary>
        <div className="pb-3">
          <ContentsList sections={sections} />
        </div>
      </details>
    </nav>
  )
}

function ContentsList({ sections }: ContentsProps) {
  return (
    <ul className="mt-1 grid gap-x-8 text-sm sm:max-lg:grid-cols-2">
      {sections.map(({ id, title }) => (
        <li key={id}>
          <a
            href={`#${id}`}
            className="inline-flex min-h-9 items-center leading-snug text-leaf-700 underline-offset-4 hover:underline lg:py-1.5"
          >
            {title}
          </a>
        </li>
      ))}
    </ul>
  )
}

import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { definitionGroups } from '#domain/reports/definitions.ts'
import { PageContents, sectionId } from '#web/features/reports/blocks/page-contents.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { ApiNote } from './api-note.tsx'
import { EntryList } from './entry-list.tsx'
import { principles } from './principles.ts'

/** Page that explains what the reports count, with an entry for each figure. */
export function CountingPage() {
  const { hash } = useLocation()
  useEffect(() => {
    // The browser has looked for the entry before this page was rendered.
    if (hash) document.getElementById(decodeURIComponent(hash.slice(1)))?.scrollIntoView()
  }, [hash])
  return (
    <ReportPage title="So wird gezählt">
      <PageContents titles={definitionGroups.map(({ title }) => title)} />
      <section className="rounded-xl border border-line bg-surface p-5 sm:p-6">
        <h2 className="mb-3 text-lg font-bold">Grundsätze</h2>
        <EntryList entries={principles} />
      </section>
      {definitionGroups.map(({ title, figures }) => (
        <section
          key={title}
          id={sectionId(title)}
          className="scroll-mt-4 rounded-xl border border-line bg-surface p-5 sm:p-6"
        >
          <h2 className="mb-3 text-lg font-bold">{title}</h2>
          <EntryList
            entries={Object.entries(figures).map(([id, { name, head, means }]) => ({
              id,
              name,
              means,
              ...(head !== undefined && head !== name && { head }),
            }))}
          />
        </section>
      ))}
      <ApiNote />
    </ReportPage>
  )
}

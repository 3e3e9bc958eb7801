import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { definitionGroups } from '#domain/reports/definitions.ts'
import { PageContents, sectionId } from '#web/features/reports/blocks/page-contents.tsx'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { ApiNote } from './api-note.tsx'
import { EntryList } from './entry-list.tsx'
import { principles } from './principles.ts'

const panel = 'rounded-xl border border-line bg-surface p-5 sm:p-6'

/** Page that explains what the reports count, with an entry for each figure. The entries of a report are collapsed. */
export function CountingPage() {
  const { hash, key } = useLocation()
  useEffect(() => {
    // The browser has looked for the entry before this page was rendered.
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    const group = target?.closest('details')
    if (group) group.open = true
    target?.scrollIntoView()
    // The same entry can be chosen again, which changes only the key.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the key is not read
  }, [hash, key])
  return (
    <ReportPage title="So wird gezählt">
      <PageContents titles={definitionGroups.map(({ title }) => title)} />
      <section className={panel}>
        <h2 className="mb-3 text-lg font-bold">Grundsätze</h2>
        <EntryList entries={principles} />
      </section>
      {definitionGroups.map(({ title, figures }) => (
        <details
          key={title}
          id={sectionId(title)}
          className={classNames(panel, 'scroll-mt-4 print:[&::details-content]:[content-visibility:visible]')}
        >
          <summary className="cursor-pointer">
            <h2 className="inline text-lg font-bold">{title}</h2>{' '}
            <span className="text-sm text-muted">{countOf(Object.keys(figures).length)}</span>
          </summary>
          <div className="mt-3">
            <EntryList
              entries={Object.entries(figures).map(([id, { name, head, means }]) => ({
                id,
                name,
                means,
                ...(head !== undefined && head !== name && { head }),
              }))}
            />
          </div>
        </details>
      ))}
      <ApiNote />
    </ReportPage>
  )
}

function countOf(figures: number): string {
  return figures === 1 ? '1 Zahl' : `${figures} Zahlen`
}

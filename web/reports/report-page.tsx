import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { FilterBar } from './filter-bar.tsx'
import { dayRange } from './number-format.ts'
import { PastBanner, Stand } from './stand.tsx'
import { useFilters } from './use-filters.ts'
import type { ReportState } from './use-report.ts'
import { funnelName } from './words.ts'

interface ReportPageProps {
  title: string
  /** Which choices the page follows; without it none is offered. */
  filters?: 'days' | 'days-and-funnel' | 'days-and-one-funnel'
  /** The report that says up to where the log was read; a page without one always shows the present. */
  stand?: ReportState<{ asOfPosition: number }>
  children: ReactNode
}

/** A report with its heading, what can be chosen for all of it, and how far it goes. */
export function ReportPage({ title, filters, stand, children }: ReportPageProps) {
  useDocumentTitle(`${title} – Berichte – Formlotse`)
  const { asOf, from, to, funnel } = useFilters().filters
  return (
    <div className="grid gap-5 *:min-w-0">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-bold tracking-tight sm:py-1.5">{title}</h1>
        {filters && <FilterBar of={filters} />}
        {filters && (
          <p className="hidden text-sm print:block">
            {dayRange(from, to)}
            {filters === 'days-and-funnel' &&
              `, ${funnel === undefined ? 'alle Anträge' : funnelName(funnel)}`}
          </p>
        )}
      </div>
      {asOf !== undefined && <PastBanner state={stand} />}
      {children}
      {stand && <Stand state={stand} />}
    </div>
  )
}

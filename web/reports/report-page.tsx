import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { FilterBar } from './filter-bar.tsx'

interface ReportPageProps {
  title: string
  /** Which choices the page follows; without it none is offered. */
  filters?: 'days' | 'days-and-funnel'
  children: ReactNode
}

/** A report with its heading and what can be chosen for all of it. */
export function ReportPage({ title, filters, children }: ReportPageProps) {
  useDocumentTitle(`${title} – Berichte – Formlotse`)
  return (
    <div className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-bold tracking-tight">{title}</h1>
        {filters && <FilterBar funnel={filters === 'days-and-funnel'} />}
      </div>
      {children}
    </div>
  )
}

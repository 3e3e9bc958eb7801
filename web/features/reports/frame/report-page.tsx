import type { ReactNode } from 'react'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { DayOfChoice } from '#web/features/reports/filters/day-of-choice.tsx'
import { FilterBar } from '#web/features/reports/filters/filter-bar.tsx'
import { VariantChoice } from '#web/features/reports/filters/variant-choice.tsx'
import { ShareView } from '#web/features/reports/shared-link/share-view.tsx'
import { dayRange } from '#web/features/reports/words/number-format.ts'
import { PastChoice } from './past-choice.tsx'
import { PastBanner, LogPosition } from './as-of-notice.tsx'
import { useSession } from './session.ts'
import { WayBackLink } from './way-back-link.tsx'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { funnelName } from '#domain/reports/words.ts'

interface ReportPageProps {
  title: string
  /** Filters that the page offers. If undefined, the page has no filters. */
  filters?: 'days' | 'days-and-funnel' | 'days-and-one-funnel'
  /** Whether the page can count orders by the day of the start or of the order. */
  hasDayOf?: boolean
  /** Funnel by whose variants the page can filter, or all funnels; absent on pages without this filter. */
  variantsOf?: { funnel: string | undefined }
  /** Report whose position in the event log is shown. Undefined on pages that always show current figures. */
  asOfState?: ReportState<{ asOfPosition: number }>
  children: ReactNode
}

/** Page with a heading, filters, a report and the position in the event log up to which the report counts events. */
export function ReportPage({
  title,
  filters,
  hasDayOf = false,
  variantsOf,
  asOfState,
  children,
}: ReportPageProps) {
  useDocumentTitle(`${title} – Berichte – Formlotse`)
  const { asOf, from, to, funnel } = useFilters().filters
  return (
    <div className="grid gap-5 *:min-w-0">
      <WayBackLink />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <h1 className="text-xl font-bold tracking-tight sm:py-1.5">{title}</h1>
        {(filters || asOfState) && (
          <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
            {filters && <FilterBar of={filters} />}
            {hasDayOf && <DayOfChoice />}
            {variantsOf && <VariantChoice {...variantsOf} />}
            {asOfState && asOf === undefined && (
              <details className="text-sm print:hidden">
                <summary className="min-h-6 cursor-pointer text-leaf-700 underline underline-offset-4">
                  Früherer Stand
                </summary>
                <PastChoice />
              </details>
            )}
          </div>
        )}
        {filters && (
          <p className="hidden text-sm print:block">
            {dayRange(from, to)}
            {filters === 'days-and-funnel' &&
              `, ${funnel === undefined ? 'alle Antragsarten' : funnelName(funnel)}`}
          </p>
        )}
      </div>
      {asOf !== undefined && <PastBanner state={asOfState} />}
      {children}
      {asOfState && <LogPosition state={asOfState} />}
      <ShareView role={useSession().data?.user?.role} />
    </div>
  )
}

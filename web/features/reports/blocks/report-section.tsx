import { type ReactNode, useId } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import type { ReportState } from '#web/features/reports/data/use-report.ts'
import { isOutage } from '#web/features/reports/data/failures.ts'
import { sectionId } from './page-contents.tsx'
import { Computing, FailedToLoad, Loading } from './waiting.tsx'

interface SectionProps<Report> {
  title: string
  /** Sentence shown below the heading. */
  about?: ReactNode
  state: ReportState<Report>
  /** Address of the CSV file. */
  csv?: string
  isEmpty?: (report: Report) => boolean
  /** Text shown if `isEmpty` returns true. */
  empty?: ReactNode
  /** Shown if the record of the section does not exist. */
  missing?: ReactNode
  /** Controls next to the heading, shown in every state. */
  tools?: ReactNode
  /** Filters above the report, shown in every state. */
  filters?: ReactNode
  className?: string
  children: (report: Report) => ReactNode
}

/** Section that shows a report, its progress or an error. */
export function ReportSection<Report>(props: SectionProps<Report>) {
  const { title, about, state, csv, tools, filters, className } = props
  const heading = useId()
  return (
    <section
      id={sectionId(title)}
      aria-labelledby={heading}
      aria-busy={state.stale || (state.report === undefined && !state.error)}
      className={classNames(
        'min-w-0 scroll-mt-4 rounded-xl border border-line bg-surface p-4 sm:p-6 print:rounded-none print:border-x-0 print:border-b-0 print:px-0 print:pt-4 print:pb-0',
        className,
      )}
    >
      <div className="mb-4 flex flex-wrap print:break-after-avoid items-center justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="text-lg font-bold">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          {tools}
          {csv !== undefined && state.report !== undefined && (
            <a
              href={csv}
              download
              className="inline-flex min-h-6 items-center gap-1 text-sm text-leaf-700 underline underline-offset-4"
            >
              CSV <span className="sr-only">{title}</span>
            </a>
          )}
        </div>
      </div>
      {about !== undefined && (
        <p className="-mt-2 mb-4 max-w-3xl print:break-after-avoid text-sm text-muted">{about}</p>
      )}
      {filters}
      <div className={classNames('transition-opacity', state.stale && 'opacity-60')}>
        <SectionBody {...props} />
      </div>
    </section>
  )
}

function SectionBody<Report>({ state, isEmpty, empty, missing, children }: SectionProps<Report>) {
  const { report, progress, error, retry } = state
  // During an outage, figures that have been loaded stay visible.
  if (error && !(report !== undefined && isOutage(error)))
    return <FailedToLoad error={error} retry={retry} missing={missing} />
  if (progress) return <Computing {...progress} />
  if (report === undefined) return <Loading />
  if (isEmpty?.(report))
    return typeof empty === 'object' ? (
      empty
    ) : (
      <p className="py-6 text-muted">{empty ?? 'In diesem Zeitraum gibt es keine Anträge.'}</p>
    )
  return children(report)
}

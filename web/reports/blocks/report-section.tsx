import { type ReactNode, useId } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ReportError } from '../get-report.ts'
import { number } from '../number-format.ts'
import type { ReportState } from '../use-report.ts'

interface SectionProps<Report> {
  title: string
  /** One sentence below the heading. */
  about?: ReactNode
  state: ReportState<Report>
  /** Address of the same figures as a file. */
  csv?: string
  isEmpty?: (report: Report) => boolean
  empty?: string
  /** Stands beside the heading also while nothing can be shown. */
  tools?: ReactNode
  children: (report: Report) => ReactNode
}

/** A part of a page that is drawn from one report: the report, or what keeps it from being shown. */
export function ReportSection<Report>(props: SectionProps<Report>) {
  const { title, about, state, csv, tools } = props
  const heading = useId()
  return (
    <section
      aria-labelledby={heading}
      aria-busy={state.stale}
      className="break-inside-avoid rounded-xl border border-line bg-surface p-4 sm:p-6"
    >
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <h2 id={heading} className="text-lg font-bold">
          {title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 print:hidden">
          {tools}
          {csv !== undefined && state.report !== undefined && (
            <a href={csv} download className="text-sm text-leaf-700 underline underline-offset-4">
              CSV<span className="sr-only">: {title}</span>
            </a>
          )}
        </div>
      </div>
      {about !== undefined && <p className="-mt-2 mb-4 max-w-3xl text-sm text-muted">{about}</p>}
      <div className={state.stale ? 'opacity-60 transition-opacity' : undefined}>
        <SectionBody {...props} />
      </div>
    </section>
  )
}

function SectionBody<Report>({ state, isEmpty, empty, children }: SectionProps<Report>) {
  const { report, progress, error, retry } = state
  if (error) return <Failure error={error} retry={retry} />
  if (report === undefined) {
    return (
      <output className="flex items-center gap-3 py-8 text-muted">
        <Spinner />
        {progress
          ? `Der frühere Stand wird berechnet: ${number(progress.done)} von ${number(progress.of)} Läufen.`
          : 'Wird geladen …'}
      </output>
    )
  }
  if (isEmpty?.(report))
    return <p className="py-6 text-muted">{empty ?? 'In diesem Zeitraum gibt es keine Läufe.'}</p>
  return children(report)
}

function Failure({ error, retry }: { error: Error; retry: () => void }) {
  const detail = error instanceof ReportError ? error.detail : undefined
  return (
    <div role="alert" className="rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">Dieser Teil des Berichts konnte nicht geladen werden.</p>
      {detail !== undefined && (
        <p className="mt-1 text-sm" lang="en">
          {detail}
        </p>
      )}
      <Button look="link" className="mt-2" onClick={retry}>
        Noch einmal versuchen
      </Button>
    </div>
  )
}

import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ReportError } from './get-report.ts'
import { number } from './number-format.ts'
import type { ReportState } from './use-report.ts'

interface PanelProps<Report> {
  title: string
  state: ReportState<Report>
  /** What is said in place of the figures when there are none. */
  empty?: (report: Report) => string | undefined | false
  /** Address of the same as a CSV file. */
  csv?: string
  children: (report: Report) => ReactNode
}

/** A part of a page with its heading, which also says that it is loading, empty or could not be had. */
export function Panel<Report>({ title, state, empty, csv, children }: PanelProps<Report>) {
  const { report, progress, error, stale, retry } = state
  const nothing = report !== undefined && empty?.(report)
  return (
    <section
      aria-label={title}
      aria-busy={stale || report === undefined}
      className="min-w-0 rounded-xl border border-line bg-surface p-4 sm:p-5 print:break-inside-avoid"
    >
      <div className="mb-3 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 className="text-base font-bold">{title}</h2>
        {csv && report !== undefined && !nothing && (
          <a href={csv} download className="text-sm text-leaf-700 underline underline-offset-3 print:hidden">
            Als CSV speichern
          </a>
        )}
      </div>
      {error ? (
        <FailedToLoad error={error} retry={retry} />
      ) : progress ? (
        <Computing {...progress} />
      ) : report === undefined ? (
        <Loading />
      ) : nothing ? (
        <p className="text-sm text-muted">{nothing}</p>
      ) : (
        <div className={classNames('transition-opacity', stale && 'opacity-50')}>{children(report)}</div>
      )}
    </section>
  )
}

export function Loading() {
  return (
    <output className="flex items-center gap-2 text-sm text-muted">
      <Spinner /> Wird geladen …
    </output>
  )
}

function Computing({ done, of }: { done: number; of: number }) {
  return (
    <output className="grid max-w-md gap-2 text-sm text-muted">
      <p>
        Der frühere Stand wird berechnet: {number(done)} von {number(of)}.
      </p>
      <progress
        aria-label="Fortschritt"
        className="w-full accent-leaf-700"
        value={done}
        max={Math.max(1, of)}
      />
    </output>
  )
}

export function FailedToLoad({ error, retry }: { error: Error; retry: () => void }) {
  return (
    <div role="alert" className="grid justify-items-start gap-2 text-sm">
      <p className="text-alarm">
        {error instanceof ReportError && error.status === 400
          ? 'Diese Auswahl kann der Dienst nicht auswerten.'
          : 'Die Zahlen konnten nicht geladen werden.'}
      </p>
      {error instanceof ReportError && error.detail && <p className="text-muted">{error.detail}</p>}
      <Button look="link" onClick={retry}>
        Noch einmal versuchen
      </Button>
    </div>
  )
}

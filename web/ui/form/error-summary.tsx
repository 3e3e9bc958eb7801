import type { Ref } from 'react'

export interface ErrorEntry {
  /** Id of the control that the entry links to. */
  target: string
  message: string
}

interface ErrorSummaryProps {
  entries: readonly ErrorEntry[]
  onGo: (target: string) => void
  ref?: Ref<HTMLDivElement>
}

/**
 * List of errors, each with a link to its field. Screen readers read the list when it takes the focus. When it changes
 * while the visitor corrects the errors, they do not read it again.
 */
export function ErrorSummary({ entries, onGo, ref }: ErrorSummaryProps) {
  return (
    <div
      ref={ref}
      role="alert"
      aria-live="off"
      tabIndex={-1}
      aria-labelledby="error-summary-title"
      className="rounded-xl border-2 border-alarm bg-alarm-soft p-5"
    >
      <h3 id="error-summary-title" className="text-lg font-bold text-alarm">
        {entries.length === 1 ? 'Bitte prüfen Sie eine Angabe' : `Bitte prüfen Sie ${entries.length} Angaben`}
      </h3>
      <ul className="mt-2 grid gap-1.5">
        {entries.map(({ target, message }) => (
          <li key={target + message}>
            <a
              href={`#${target}`}
              className="inline-block min-h-6 font-medium text-alarm underline underline-offset-4 hover:decoration-2"
              onClick={(event) => {
                event.preventDefault()
                onGo(target)
              }}
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </div>
  )
}

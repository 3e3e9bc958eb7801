import type { AsOfProgress } from '#domain/reports/as-of-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'

export function Loading() {
  return (
    <output className="flex items-center gap-3 py-8 text-muted">
      <Spinner /> Wird geladen …
    </output>
  )
}

/** Shows how many events have been read to compute a report as of a past time. */
export function Computing({ done, of }: AsOfProgress) {
  return (
    <output className="grid max-w-md gap-2 py-8 text-muted">
      <span>
        Der frühere Stand wird berechnet: {number(done)} von {number(of)} Ereignissen gelesen.
      </span>
      <progress
        aria-label="Fortschritt"
        className="w-full accent-leaf-700"
        value={done}
        max={Math.max(1, of)}
      />
    </output>
  )
}

/** German texts of problems that the reader can understand and solve. */
const problems: Readonly<Record<string, string>> = {
  'moment-in-the-future': 'Der gewählte Zeitpunkt liegt in der Zukunft. Wählen Sie einen früheren.',
  'moment-before-the-first-event':
    'Zum gewählten Zeitpunkt war noch nichts aufgezeichnet. Wählen Sie einen späteren.',
}

export function FailedToLoad({ error, retry }: { error: Error; retry: () => void }) {
  const refused = error instanceof ReportError && error.status < 500
  const known = error instanceof ReportError ? problems[error.type ?? ''] : undefined
  if (known !== undefined)
    return (
      <p role="alert" className="py-6">
        {known}
      </p>
    )
  return (
    <div role="alert" className="rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">
        {refused
          ? 'Diese Auswahl kann der Dienst nicht auswerten.'
          : 'Dieser Teil des Berichts konnte nicht geladen werden.'}
      </p>
      {error instanceof ReportError && error.detail !== undefined && (
        <p className="mt-1 text-sm" lang="en">
          {error.detail}
        </p>
      )}
      <Button look="link" className="mt-2" onClick={retry}>
        Noch einmal versuchen
      </Button>
    </div>
  )
}

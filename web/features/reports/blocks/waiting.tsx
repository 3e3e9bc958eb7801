import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { AsOfProgress } from '#domain/reports/as-of-shapes.ts'
import { isoTime, minuteMs } from '#domain/time/durations.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ReportError } from '#web/features/reports/data/get-report.ts'
import { failureOf, isOutage } from '#web/features/reports/data/failures.ts'
import { instant, number } from '#web/features/reports/words/number-format.ts'

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
  'moment-archived':
    'Für den gewählten Zeitpunkt gibt es keinen Stand mehr, denn Ereignisse aus dieser Zeit wurden archiviert.',
}

/** Returns the first whole minute from a time on, because a past time is chosen by the minute. */
function nextMinute(time: string): string {
  return isoTime(Math.ceil(Date.parse(time) / minuteMs) * minuteMs)
}

interface FailedToLoadProps {
  error: Error
  retry: () => void
  /** What to say if the record does not exist. */
  missing?: ReactNode
}

/** Says why a section cannot be shown. During an outage, the banner of the page says it once for all sections. */
export function FailedToLoad({ error, retry, missing }: FailedToLoadProps) {
  const failure = failureOf(error)
  const { type = '', parameter, earliestTime } = error instanceof ReportError ? error : {}
  const known = problems[type]
  if (known !== undefined)
    return (
      <p role="alert" className="py-6">
        {known}
        {earliestTime !== undefined && ` Der früheste ist der vom ${instant(nextMinute(earliestTime))} Uhr.`}
      </p>
    )
  if (isOutage(error))
    return <p className="py-6 text-muted">Wird gezeigt, sobald der Dienst wieder antwortet.</p>
  if (failure === 'missing')
    return (
      <div role="alert" className="py-6">
        {missing ?? <p className="font-semibold">Das gibt es nicht oder nicht mehr.</p>}
      </div>
    )
  return (
    <div role="alert" className="rounded-lg border border-alarm bg-alarm-soft p-4">
      <p className="font-semibold text-alarm">Diese Auswahl kann der Dienst nicht auswerten.</p>
      <p className="mt-1 text-sm">
        {parameter !== undefined && `In der Adresse ist die Angabe „${parameter}“ falsch. `}
        Setzen Sie die Filter zurück oder wählen Sie einen anderen Zeitraum.
      </p>
      <Link
        to="?"
        className="mt-2 mr-4 inline-flex min-h-8 items-center text-sm text-leaf-700 underline underline-offset-4"
      >
        Filter zurücksetzen
      </Link>
      <Button look="link" className="mt-2" onClick={retry}>
        Noch einmal versuchen
      </Button>
    </div>
  )
}

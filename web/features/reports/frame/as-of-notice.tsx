import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import { copyText } from '#web/ui/copy-text.ts'
import { Button } from '#web/ui/button.tsx'
import { momentContract } from '#domain/reports/moment/shape.ts'
import { parseMoment } from '#domain/time/berlin-moment.ts'
import { isoTime } from '#domain/time/durations.ts'
import { changedSearch, pastParams } from '#web/features/reports/filters/filters.ts'
import { instant, number, preciseInstant } from '#web/features/reports/words/number-format.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { wayBackName } from '#web/features/reports/filters/way-back.ts'
import { type ReportState, useReport } from '#web/features/reports/data/use-report.ts'
import { PastChoice, present } from './past-choice.tsx'

type ReportWithPosition = ReportState<{ asOfPosition: number }>

/** Banner above a report as of a past time. It tells what has changed since then, and links to the current report. */
export function PastBanner({ state }: { state: ReportWithPosition | undefined }) {
  const { search } = useFilters()
  return (
    <aside
      aria-label="Früherer Stand"
      className="grid gap-3 rounded-lg bg-amber-soft p-4 text-sm text-amber sm:flex sm:flex-wrap sm:items-end sm:justify-between"
    >
      <p>
        {state ? (
          <>
            <strong>
              Sie sehen einen früheren Stand
              <PastTime state={state} />.
            </strong>{' '}
            {state.since && sinceWords(state.since)}{' '}
          </>
        ) : (
          'Diese Seite zeigt immer den heutigen Stand. '
        )}
        <Link
          to={`?${changedSearch(search, present)}`}
          className="inline-flex min-h-6 items-center underline underline-offset-3"
        >
          Zum heutigen Stand
        </Link>
      </p>
      {state && <PastChoice />}
    </aside>
  )
}

/** Says when the state was that a report shows: the chosen time, or the time of the chosen position. */
function PastTime({ state: { report } }: { state: ReportWithPosition }) {
  const { asOf } = useFilters().filters
  const { report: moment } = useReport(
    momentContract,
    { position: report?.asOfPosition ?? 0 },
    { enabled: report !== undefined && typeof asOf === 'number' },
  )
  const time = typeof asOf === 'string' ? isoTime(parseMoment(asOf)!) : moment?.time
  return time ? ` vom ${instant(time)} Uhr` : null
}

/** Returns a German text about what has changed since the past time that the report shows. Exported for tests. */
export function sinceWords({ newRuns, resumedRuns, newOrders }: Since): string {
  if (newRuns + resumedRuns + newOrders === 0) return 'Seither hat sich an diesen Anträgen nichts geändert.'
  const runs = [
    newRuns > 0 &&
      (newRuns === 1
        ? '1 Antrag dieser Tage wurde erst danach bekannt'
        : `${number(newRuns)} Anträge dieser Tage wurden erst danach bekannt`),
    resumedRuns > 0 &&
      (resumedRuns === 1 ? '1 Antrag ging danach weiter' : `${number(resumedRuns)} gingen danach weiter`),
  ].filter((part) => part !== false)
  const orders =
    newOrders === 0
      ? 'bestellt hat seither niemand'
      : `${number(newOrders)} davon ${newOrders === 1 ? 'hat' : 'haben'} seither bestellt`
  return `Was sich unterscheidet: ${[...runs, orders].join(', ')}.`
}

/** Says when the last counted event was received, and offers a permanent link to these figures. */
export function LogPosition({ state: { report } }: { state: ReportWithPosition }) {
  const { filters, search } = useFilters()
  const [copied, setCopied] = useState<string>()
  const { report: moment } = useReport(
    momentContract,
    { position: report?.asOfPosition ?? 0 },
    { enabled: report !== undefined },
  )
  if (!report) return null
  const { asOfPosition } = report
  const { from, to } = filters
  // Put the days into the link instead of a preset. “The last seven days” would be other days tomorrow.
  const fixed = {
    zeitraum: undefined,
    from,
    to,
    ...pastParams(asOfPosition),
    cursor: undefined,
    [wayBackName]: undefined,
  }
  const address = `${window.location.origin}${window.location.pathname}?${changedSearch(search, fixed)}`
  return (
    <aside aria-label="Stand" className="text-sm text-muted">
      {moment?.time && `Letztes gezähltes Ereignis: ${preciseInstant(moment.time)} Uhr. `}
      {asOfPosition > 0 && (
        <Button
          look="link"
          className="print:hidden"
          onClick={() => {
            void copyText(address).then(
              () => setCopied('Link kopiert.'),
              () => setCopied(address),
            )
          }}
        >
          Link zu diesem Stand kopieren
        </Button>
      )}{' '}
      <output className="break-all">{copied}</output>
    </aside>
  )
}

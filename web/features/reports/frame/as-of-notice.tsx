import { useState } from 'react'
import { Link } from 'react-router-dom'
import type { Since } from '#domain/reports/as-of-shapes.ts'
import { Button } from '#web/ui/button.tsx'
import { changedSearch } from '#web/features/reports/filters/filters.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { wayBackName } from '#web/features/reports/filters/way-back.ts'
import type { ReportState } from '#web/features/reports/data/use-report.ts'

type ReportWithPosition = ReportState<{ asOfPosition: number }>

/** Banner above a report as of a past time. It tells what has changed since then, and links to the current report. */
export function PastBanner({ state }: { state: ReportWithPosition | undefined }) {
  const { search } = useFilters()
  return (
    <aside aria-label="Früherer Stand" className="rounded-lg bg-amber-soft p-4 text-sm text-amber">
      {state ? (
        <>
          <strong>Sie sehen einen früheren Stand</strong>
          {state.report && ` (Position ${number(state.report.asOfPosition)})`}.{' '}
          {state.since && sinceWords(state.since)}{' '}
        </>
      ) : (
        'Diese Seite zeigt immer den heutigen Stand. '
      )}
      <Link to={`?${changedSearch(search, { asOf: undefined })}`} className="underline underline-offset-3">
        Zum heutigen Stand
      </Link>
    </aside>
  )
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

/** Shows up to which event the report counts, and a button that copies a permanent link to these figures. */
export function LogPosition({ state: { report } }: { state: ReportWithPosition }) {
  const { filters, search } = useFilters()
  const [copied, setCopied] = useState<string>()
  if (!report) return null
  const { asOfPosition } = report
  const { from, to } = filters
  // Put the days into the link instead of a preset. “The last seven days” would be other days tomorrow.
  const fixed = {
    zeitraum: undefined,
    from,
    to,
    asOf: String(asOfPosition),
    cursor: undefined,
    [wayBackName]: undefined,
  }
  const address = `${window.location.origin}${window.location.pathname}?${changedSearch(search, fixed)}`
  return (
    <aside aria-label="Stand" className="text-sm text-muted">
      Stand: Position {number(asOfPosition)} des Protokolls.{' '}
      {asOfPosition > 0 && (
        <Button
          look="link"
          className="print:hidden"
          onClick={() => {
            void navigator.clipboard.writeText(address).then(
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

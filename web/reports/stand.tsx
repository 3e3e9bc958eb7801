import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Button } from '#web/ui/button.tsx'
import { changedSearch } from './filters.ts'
import { number } from './number-format.ts'
import { useFilters } from './use-filters.ts'
import type { ReportState } from './use-report.ts'

/** Up to where the log was read, with a link that shows the same figures for ever; of the past also what came since. */
export function Stand({ state }: { state: ReportState<{ asOfPosition: number }> }) {
  const { filters, search } = useFilters()
  const [copied, setCopied] = useState<string>()
  const { report, since } = state
  if (!report) return null
  const { asOfPosition } = report
  const { from, to, asOf } = filters
  // The days are fixed as well: seven days that move along would be others tomorrow.
  const fixed = { zeitraum: undefined, from, to, asOf: String(asOfPosition), cursor: undefined }
  const address = `${window.location.origin}${window.location.pathname}?${changedSearch(search, fixed)}`
  return (
    <aside aria-label="Stand" className="grid gap-1 text-sm text-muted">
      {asOf !== undefined && (
        <p className="rounded-lg bg-amber-soft p-3 text-amber">
          Sie sehen einen früheren Stand.{' '}
          {since &&
            `Seither kamen ${number(since.newRuns)} Läufe hinzu, ${number(since.resumedRuns)} gingen weiter, und ${number(since.newOrders)} davon wurden bestellt. `}
          <Link
            to={`?${changedSearch(search, { asOf: undefined })}`}
            className="underline underline-offset-3"
          >
            Zum heutigen Stand
          </Link>
        </p>
      )}
      <p>
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
      </p>
    </aside>
  )
}

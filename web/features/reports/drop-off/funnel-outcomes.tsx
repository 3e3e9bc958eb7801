import type { ReactNode } from 'react'
import type { DropOffReport } from '#domain/reports/drop-off/shape.ts'
import { windowNames } from '#domain/reports/words.ts'
import { DefinitionHelp } from '#web/features/reports/blocks/definition-help.tsx'
import { RunsLink } from '#web/features/reports/blocks/runs-link.tsx'
import { SinceThen } from '#web/features/reports/blocks/since-then.tsx'
import { duration, number, share } from '#web/features/reports/words/number-format.ts'
import type { DropOffParams } from './comparison.ts'

interface FunnelOutcomesProps {
  report: DropOffReport
  /** Present report, if `report` is that of a past time. */
  now: DropOffReport | undefined
  params: DropOffParams
}

/** How the runs ended, their conversion rate and the time until the order. */
export function FunnelOutcomes({ report, now, params }: FunnelOutcomesProps) {
  const outcomes = [
    ['completed', 'bestellt'],
    ['abandoned', 'abgebrochen'],
    ['open', 'noch offen'],
  ] as const
  return (
    <p className="mt-5 border-t border-line pt-4">
      Ausgang:{' '}
      {outcomes.map(([figure, word], index): ReactNode => (
        <span key={figure}>
          {index > 0 && ' · '}
          <RunsLink figure={figure} params={params} count={report[figure]} about={`Anträge ${word}`} /> {word}
          <DefinitionHelp of={figure} />{' '}
          <SinceThen
            figure={figure}
            params={params}
            then={report[figure]}
            now={now?.[figure]}
            format={number}
            about={`Anträge ${word}`}
          />
        </span>
      ))}
      {' · '}Abschlussquote <strong>{share(report.conversionRate)}</strong>
      <DefinitionHelp of="conversionRate" />
      <TimeToOrder report={report} />
    </p>
  )
}

function TimeToOrder({ report: { secondsToOrder, orderedLate, orderWithin } }: { report: DropOffReport }) {
  return (
    <>
      {orderedLate > 0 && orderWithin !== null && (
        <span className="mt-1 block">
          {number(orderedLate)} {orderedLate === 1 ? 'Antrag wurde' : 'Anträge wurden'} erst nach mehr als{' '}
          {windowNames[orderWithin]} abgeschlossen und {orderedLate === 1 ? 'zählt' : 'zählen'} hier als
          abgebrochen.
        </span>
      )}
      {secondsToOrder && (
        <span className="mt-1 block">
          Vom Start bis zur Bestellung: Median <strong>{duration(secondsToOrder.median)}</strong>, die
          mittlere Hälfte braucht {duration(secondsToOrder.lower)} bis {duration(secondsToOrder.upper)}.
          <DefinitionHelp of="secondsToOrder" />
        </span>
      )}
    </>
  )
}

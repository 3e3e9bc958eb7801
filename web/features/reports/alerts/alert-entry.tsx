import { Link } from 'react-router-dom'
import { type CloseReason, isWithdrawn } from '#domain/operations/alert.ts'
import { alertSentence, alertTitle, furtherSentences, lossSentence } from '#domain/reports/alerts/words.ts'
import type { InboxEntry } from '#domain/reports/inbox/shape.ts'
import { instant } from '#web/features/reports/words/number-format.ts'
import { useCanOpen, useIsShared } from '#web/features/reports/shared-link/shared-link-context.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { linksOf } from './alert-link.ts'
import { MuteControls } from './mute-controls.tsx'

const reasons: Readonly<Record<CloseReason, string>> = {
  over: 'Seitdem ist es wieder wie sonst.',
  merged: 'Gehört zu einer anderen Auffälligkeit und zählt nicht mehr für sich.',
  not_found: 'Mit den vollständigen Zahlen ist das nicht mehr auffällig.',
  expired: 'Das wird nicht mehr geprüft: Es ist zu lange her, oder der Versand ist abgeschaltet.',
}

/** An alert in sentences, with a link to the report that shows it. */
export function AlertEntry({ entry }: { entry: InboxEntry }) {
  const { alert, reason, mute, openedAt, examinedUntil } = entry
  const loss = reason !== null && isWithdrawn(reason) ? undefined : lossSentence(alert)
  const further = furtherSentences(alert)
  const { asOf } = useFilters().filters
  const [isShared, canOpen] = [useIsShared(), useCanOpen()]
  const links = linksOf(entry, asOf).filter(({ to }) => canOpen(to))
  return (
    <li className="border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0 print:break-inside-avoid">
      <h3 className="font-semibold wrap-anywhere">
        {alertTitle(alert)}
        {mute && reason === null && (
          <span className="ml-2 rounded bg-leaf-50 px-1.5 py-0.5 text-xs font-semibold whitespace-nowrap text-muted">
            stumm
          </span>
        )}
      </h3>
      <p className="mt-1 max-w-3xl wrap-anywhere">{alertSentence(alert)}</p>
      {loss !== undefined && <p className="mt-1 font-semibold">{loss}</p>}
      {reason !== null && <p className="mt-1 max-w-3xl text-muted">{reasons[reason]}</p>}
      {further.length > 0 && (
        <ul className="mt-1 max-w-3xl list-disc pl-5 text-sm">
          {further.map((sentence) => (
            <li key={sentence} className="wrap-anywhere">
              {sentence}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-1 text-sm text-muted">
        Erkannt {instant(alert.foundAt)}, vermerkt {instant(openedAt)}
        {reason === null && alert.kind !== 'receiver_stopped' && `, Zahlen bis ${instant(examinedUntil)}`}
      </p>
      <div className="mt-1 flex flex-wrap items-center gap-x-5 text-sm">
        {links.map(({ to, name }) => (
          <Link
            key={to}
            to={to}
            className="inline-flex min-h-8 items-center text-leaf-700 underline underline-offset-4 print:hidden"
          >
            {name} <span className="sr-only">: {alertTitle(alert)}</span>
          </Link>
        ))}
        {reason === null && !isShared && asOf === undefined && <MuteControls entry={entry} />}
      </div>
    </li>
  )
}

import { Link } from 'react-router-dom'
import { type InboxEntry, inboxContract, maxClosed } from '#domain/reports/inbox/shape.ts'
import { ReportSection } from '#web/features/reports/blocks/report-section.tsx'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { useFilters } from '#web/features/reports/filters/use-filters.ts'
import { ReportPage } from '#web/features/reports/frame/report-page.tsx'
import { AlertEntry } from './alert-entry.tsx'

/** Page that lists the faults that the service has found by itself. */
export function AlertsPage() {
  const { asOf } = useFilters().filters
  const state = useReport(inboxContract, { asOf }, { every: 60_000 })
  return (
    <ReportPage title="Auffälligkeiten" asOfState={state}>
      <p className="max-w-3xl">
        Der Dienst vergleicht jede Stunde mit denselben Wochentagen und Stunden der bis zu acht Wochen davor
        und meldet, was kein Zufall ist. Er prüft eine Stunde, sobald ihre Zahlen feststehen: eine Stunde nach
        ihrem Ende.{' '}
        <Link to="/zaehlweise" className="text-leaf-700 underline underline-offset-4">
          Mehr unter „So wird gezählt“
        </Link>
      </p>
      <ReportSection
        title="Offen"
        state={state}
        isEmpty={({ open }) => open.length === 0}
        empty={asOf === undefined ? 'Zurzeit ist nichts auffällig.' : 'Damals war nichts auffällig.'}
      >
        {({ open }) => <AlertList entries={open.toSorted((a, b) => Number(!!a.mute) - Number(!!b.mute))} />}
      </ReportSection>
      <ReportSection
        title="Vorbei"
        about={`Die letzten ${maxClosed}, die neueste zuerst.`}
        state={state}
        isEmpty={({ closed }) => closed.length === 0}
        empty="Bisher war nichts auffällig, was vorbei ist."
      >
        {({ closed }) => <AlertList entries={closed} />}
      </ReportSection>
    </ReportPage>
  )
}

function AlertList({ entries }: { entries: readonly InboxEntry[] }) {
  return (
    <ul>
      {entries.map((entry) => (
        <AlertEntry key={entry.id} entry={entry} />
      ))}
    </ul>
  )
}

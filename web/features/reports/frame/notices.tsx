import { noticesContract } from '#domain/reports/notices/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'

/** Warning above every report while test payments are enabled. */
export function Notices() {
  const { report } = useReport(noticesContract, {})
  if (!report?.testPayments) return null
  return (
    <aside aria-label="Testbetrieb" className="mb-6 rounded-lg bg-amber-soft p-4 text-sm text-amber">
      <strong>Testzahlungen sind eingeschaltet.</strong> Bestellungen werden auf dieser öffentlichen Website
      ohne Geld als bezahlt gemeldet. Sie zählen in allen Berichten mit und sind in der Liste der Bestellungen
      gekennzeichnet.
    </aside>
  )
}

import { noticesContract } from '#domain/reports/notices/shape.ts'
import { useReport } from '#web/features/reports/data/use-report.ts'
import { number } from '#web/features/reports/words/number-format.ts'

/** Says how many orders wait for an operator, and where operators see them. */
export function WaitingOrders() {
  const { report } = useReport(noticesContract, {}, { every: 60_000 })
  const count = report?.waiting.orders ?? 0
  if (count === 0) return null
  return (
    <p>
      <strong>
        {count === 1 ? '1 Bestellung wartet' : `${number(count)} Bestellungen warten`} auf die Bearbeitung
      </strong>
      , gleich von welchem Tag: Brief versenden, Widerruf entscheiden oder Geld zurückzahlen. Zu sehen sind
      sie unter{' '}
      <a href="/auftraege" className="inline-block min-h-6 text-leaf-700 underline underline-offset-4">
        Aufträge
      </a>
      , mit eigener Anmeldung.
    </p>
  )
}

import { euro } from '#domain/numbers/german-number.ts'
import { Panel } from '#web/ui/panel.tsx'
import type { ShownOrder } from './use-order.ts'

/** What was ordered; in the tab in which the order was placed, also for whom, and where its e-mails go. */
export function OrderFacts({ order }: { order: ShownOrder }) {
  const { number, product, priceCents, recipient, email, statusUrl, can } = order
  const rows = [
    ['Auftragsnummer', number],
    ['Leistung', product],
    ...(recipient ? [['Für', recipient]] : []),
    ['Gesamtpreis inkl. MwSt.', euro(priceCents)],
  ]
  return (
    <Panel id="bestellt" title="Das haben Sie bestellt">
      <dl className="divide-y divide-line">
        {rows.map(([label, value]) => (
          <div key={label} className="flex flex-wrap justify-between gap-x-4 py-2.5">
            <dt className="text-muted">{label}</dt>
            <dd className="font-semibold break-words">{value}</dd>
          </div>
        ))}
        {email && (
          <div className="grid gap-1 py-2.5">
            <dt className="text-muted">Nachrichten zu diesem Auftrag gehen an</dt>
            <dd className="font-semibold break-words">{email}</dd>
            {statusUrl && can?.amend && (
              <dd className="text-sm">
                Stimmt die Adresse nicht?{' '}
                <a href={statusUrl} className="text-leaf-700 underline underline-offset-3 hover:decoration-2">
                  E-Mail-Adresse korrigieren
                </a>
              </dd>
            )}
          </div>
        )}
      </dl>
    </Panel>
  )
}

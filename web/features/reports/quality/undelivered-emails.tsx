import type { DeliveriesReport } from '#domain/reports/deliveries/shape.ts'
import { instant, number } from '#web/features/reports/words/number-format.ts'

const shown = 5

/** Warning about e-mails that mail servers have rejected permanently or have not accepted yet. */
export function UndeliveredEmails({ retrying, undeliverable, rows }: DeliveriesReport['emails']) {
  if (retrying === 0 && undeliverable === 0) return null
  return (
    <output className="mb-5 block rounded-lg border border-amber bg-amber-soft p-4">
      <p className="font-semibold">
        E-Mails: {number(undeliverable)} unzustellbar, {number(retrying)} noch nicht zugestellt.
      </p>
      <ul className="mt-1 text-sm">
        {rows.slice(0, shown).map(({ id, state, attempts, createdAt, nextAttemptAt }) => (
          <li key={id}>
            Nachricht {number(id)} vom {instant(createdAt)}: {number(attempts)}{' '}
            {attempts === 1 ? 'Versuch' : 'Versuche'},{' '}
            {state === 'undeliverable' || nextAttemptAt === null
              ? 'endgültig abgelehnt'
              : `nächster Versuch ${instant(nextAttemptAt)}`}
          </li>
        ))}
      </ul>
      <p className="mt-1 text-sm">Nicht zugestellte E-Mails werden nach 14 Tagen gelöscht.</p>
    </output>
  )
}

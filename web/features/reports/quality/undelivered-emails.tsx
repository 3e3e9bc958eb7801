import type { DeliveriesReport } from '#domain/reports/deliveries/shape.ts'
import { number } from '#web/features/reports/words/number-format.ts'
import { UndeliveredMessages } from './undelivered-messages.tsx'

/** Warning about e-mails that mail servers have rejected permanently or have not accepted yet. */
export function UndeliveredEmails({ retrying, undeliverable, rows }: DeliveriesReport['emails']) {
  if (retrying === 0 && undeliverable === 0) return null
  return (
    <output className="mb-5 block rounded-lg border border-amber bg-amber-soft p-4">
      <p className="font-semibold">
        E-Mails: {number(undeliverable)} unzustellbar, {number(retrying)} noch nicht zugestellt.
      </p>
      <UndeliveredMessages rows={rows} givenUp="endgültig abgelehnt" />
      <p className="mt-1 text-sm">Nicht zugestellte E-Mails werden nach 14 Tagen gelöscht.</p>
    </output>
  )
}

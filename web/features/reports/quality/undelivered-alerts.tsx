import type { DeliveriesReport } from '#domain/reports/deliveries/shape.ts'
import { instant, number } from '#web/features/reports/words/number-format.ts'
import { UndeliveredMessages } from './undelivered-messages.tsx'

/** Warning about alerts that their webhook has not accepted, and about one that accepts no more. */
export function UndeliveredAlerts({ retrying, undeliverable, rows, stoppedAt }: DeliveriesReport['alerts']) {
  if (retrying === 0 && undeliverable === 0 && stoppedAt === null) return null
  return (
    <output className="mb-5 block rounded-lg border border-amber bg-amber-soft p-4">
      <p className="font-semibold">
        {stoppedAt === null
          ? `Auffälligkeiten: ${number(undeliverable)} Nachrichten gescheitert, ${number(retrying)} noch nicht zugestellt.`
          : `Der Empfänger der Auffälligkeiten nimmt seit ${instant(stoppedAt)} nichts mehr an.`}
      </p>
      <UndeliveredMessages rows={rows} givenUp="gescheitert" />
      <p className="mt-1 text-sm">
        Der Betrieb sendet sie mit <code>npm run deliveries</code> erneut. Nach 14 Tagen werden sie gelöscht.
      </p>
    </output>
  )
}

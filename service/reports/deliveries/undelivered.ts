import type { OutboxRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { DeliveriesReport } from '#domain/reports/deliveries/shape.ts'
import { isoTime } from '#domain/time/durations.ts'

const maxRows = 50

/**
 * Returns the number of undelivered e-mails, or messages about alerts, in each state, and the newest ones with a failed
 * attempt.
 */
export async function reportUndelivered(
  { outbox }: Pick<Store, 'outbox'>,
  destination: 'mail' | 'alerts',
): Promise<DeliveriesReport['emails']> {
  const [counted, retrying, failing, dead] = await Promise.all([
    outbox.countByState(),
    outbox.countRetrying(destination),
    outbox.list({ destination, state: 'pending', tried: true, limit: maxRows }),
    outbox.list({ destination, state: 'dead', limit: maxRows }),
  ])
  const of = (state: OutboxRow['state']) =>
    counted.find((one) => one.destination === destination && one.state === state)?.count ?? 0
  const rows = [...failing, ...dead].toSorted((one, other) => other.id - one.id).slice(0, maxRows)
  return {
    // The counts come from separate reads. A message may change state between them, so the difference could be
    // negative.
    pending: Math.max(0, of('pending') - retrying),
    retrying,
    undeliverable: of('dead'),
    rows: rows.map(reportMessage),
  }
}

function reportMessage(row: OutboxRow): DeliveriesReport['emails']['rows'][number] {
  const { id, state, attempts, createdAt, nextAttemptAt, finishedAt } = row
  return {
    id,
    state: state === 'dead' ? 'undeliverable' : 'retrying',
    attempts,
    createdAt: isoTime(createdAt),
    nextAttemptAt: state === 'pending' ? isoTime(nextAttemptAt) : null,
    finishedAt: finishedAt === null ? null : isoTime(finishedAt),
  }
}

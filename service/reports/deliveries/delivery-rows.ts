import type { Attempt, EventRow } from '#db/ports/outbox-store.ts'
import type { Store } from '#db/ports/store.ts'
import type { DeliveriesReport, DeliveryReport } from '#domain/reports/deliveries/shape.ts'
import type { DeliverySummary } from '#domain/reports/shared-shapes.ts'

/** Returns the number of webhook deliveries in each state. */
export async function countDeliveries(store: Pick<Store, 'outbox'>): Promise<DeliveriesReport['counts']> {
  const [counted, retrying] = await Promise.all([
    store.outbox.countByState(),
    store.outbox.countRetrying('webhook'),
  ])
  const of = (state: EventRow['state']) =>
    counted.find((one) => one.destination === 'webhook' && one.state === state)?.count ?? 0
  // `pending` includes the retrying messages, so they are subtracted. The result could be negative without `Math.max`,
  // because a message may change its state between the two reads.
  const pending = Math.max(0, of('pending') - retrying)
  const [delivered, dead, held, discarded] = [of('delivered'), of('dead'), of('held'), of('discarded')]
  return { pending, retrying, delivered, dead, held, discarded }
}

/** Returns the webhook deliveries of the events at these positions. The keys of the map are the positions. */
export async function deliveriesAt(
  store: Pick<Store, 'outbox'>,
  positions: number[],
): Promise<Map<number, DeliverySummary>> {
  if (positions.length === 0) return new Map()
  const found = await store.outbox.at('webhook', positions)
  return new Map(
    found.map(reportDelivery).map(({ position, id, state, attempts, nextAttemptAt }) => {
      return [position, { id, state, attempts, nextAttemptAt }]
    }),
  )
}

/** Returns the webhook message with this id and its attempts; undefined if no webhook message has this id. */
export async function findDelivery(
  store: Pick<Store, 'outbox'>,
  id: number,
): Promise<{ row: EventRow; attempts: Attempt[] } | undefined> {
  const found = await store.outbox.get(id)
  if (found?.row.destination !== 'webhook') return undefined
  return { row: found.row as EventRow, attempts: found.attempts }
}

/** Converts a delivery and its attempts to the form in which reports show them. */
export function reportAttempts({ row, attempts }: { row: EventRow; attempts: Attempt[] }): DeliveryReport {
  const log = attempts.map(({ number, startedAt, durationMs, status, error }) => {
    return {
      number,
      startedAt: iso(startedAt),
      durationMs: Math.round(durationMs),
      httpStatus: status,
      error,
    }
  })
  return { ...reportDelivery(row), log }
}

/** Converts a delivery to the form in which reports show it. */
export function reportDelivery(delivery: EventRow): DeliveriesReport['rows'][number] {
  const { id, position, runId, eventType, sequence, attempts, createdAt, nextAttemptAt, finishedAt } =
    delivery
  const isPending = delivery.state === 'pending'
  return {
    id,
    position,
    runId,
    eventType,
    sequence,
    state: isPending && attempts > 0 ? 'retrying' : delivery.state,
    attempts,
    createdAt: iso(createdAt),
    nextAttemptAt: isPending ? iso(nextAttemptAt) : null,
    finishedAt: finishedAt === null ? null : iso(finishedAt),
  }
}

const iso = (at: number) => new Date(at).toISOString()

import { type NewDelivery, deliveryQueue } from '#db/delivery-store.ts'
import type { ProjectionCommit } from '#db/projection-store.ts'
import { type NewJob, conversionQueue } from '#db/queue.ts'
import type { RunState } from '#domain/run-state.ts'
import { evolveRun } from '#domain/run.ts'
import type { StoredEvent } from '#domain/stored-event.ts'
import { isForwarded } from '#domain/webhook-message.ts'
import { mayBeTold } from '#service/analytics/may-be-told.ts'
import { createDeltas } from './deltas.ts'
import { orderRow, runRow } from './rows.ts'

export interface Batch {
  /** States of the batch's runs before it, by run id. */
  states: ReadonlyMap<string, RunState>
  /** In log order. */
  events: readonly StoredEvent[]
  /** Where messages are owed to; absent when no webhook is set, and in a rebuild. */
  endpoint?: string
  /** Whether there is an analytics service to tell of conversions; absent in a rebuild. */
  tellsConversions?: boolean
  now: number
}

export type Projected = Omit<ProjectionCommit, 'generation' | 'format' | 'from' | 'to'>

/** What a batch of events changes: whole rows of the runs and orders it touches, and changes of the roll-ups. */
export function projectBatch(batch: Batch): Projected {
  const pieces = projectInPieces(batch)
  for (;;) {
    const { done, value } = pieces.next()
    if (done) return value
  }
}

/** Runs that are counted in one piece: half a millisecond. */
const runsInPiece = 16

/**
 * The same, with a stop after every few runs, so that whoever asks for it can let visitors in between: the runs that begin
 * in a tenth of a busy second would otherwise keep them waiting for 7 ms.
 */
export function* projectInPieces({
  states,
  events,
  endpoint,
  tellsConversions,
  now,
}: Batch): Generator<undefined, Projected, void> {
  const after = new Map<string, RunState>()
  const deliveries: NewDelivery[] = []
  const conversions: NewJob[] = []
  for (const event of events) {
    const before = after.get(event.runId) ?? states.get(event.runId)
    const state = evolveRun(before, event)
    if (state === before) continue
    after.set(event.runId, state)
    if (endpoint !== undefined && isForwarded(event))
      deliveries.push(newDelivery(endpoint, event, state.messages))
    if (tellsConversions && event.type === 'converted' && mayBeTold(event))
      conversions.push({ queue: conversionQueue, key: event.data.orderId, runAt: now })
  }
  const deltas = createDeltas()
  let counted = 0
  for (const [runId, state] of after) {
    deltas.move(states.get(runId), state)
    if (++counted % runsInPiece === 0) yield
  }
  const changed = [...after.values()]
  return {
    runs: changed.map(runRow),
    orders: changed.flatMap((state) => orderRow(state) ?? []),
    dropOff: deltas.dropOff(),
    attribution: deltas.attribution(),
    deliveries,
    jobs: [
      ...[...new Set(deliveries.map(({ runId }) => runId))].map((runId) => ({
        queue: deliveryQueue,
        key: runId,
        runAt: now,
      })),
      ...conversions,
    ],
  }
}

function newDelivery(endpoint: string, event: StoredEvent, sequence: number): NewDelivery {
  return {
    endpoint,
    position: event.position,
    runId: event.runId,
    eventType: event.type,
    sequence,
    webhookId: `msg_${event.id}`,
  }
}

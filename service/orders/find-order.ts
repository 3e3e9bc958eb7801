import { validate } from 'uuid'
import type { EventLog } from '#db/event-log.ts'
import { type Order, orderOf } from '#domain/order.ts'
import type { StoredEvent, StoredEventOf } from '#domain/stored-event.ts'
import { Problem } from '#service/errors.ts'

export interface FoundOrder {
  order: Order
  complete: StoredEventOf<'complete'>
  /** All events of its run, in log order. */
  events: StoredEvent[]
}

/** Reads an order out of the log: it is there the moment its `complete` was answered, however far projections are. */
export async function findOrder(
  log: Pick<EventLog, 'find' | 'readRun'>,
  id: string,
): Promise<FoundOrder | undefined> {
  if (!validate(id)) return undefined
  const complete = await log.find({ id: id.toLowerCase() })
  if (complete?.type !== 'complete') return undefined
  const events = await log.readRun(complete.runId)
  const order = orderOf(events)
  return order && { order, complete, events }
}

/** One answer for an unknown order and for a wrong secret, so that it tells nobody which of the two it was. */
export function unknownOrder(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-order',
    title: 'Unknown order',
    detail: 'There is no such order, or the secret is not that of its run.',
  })
}

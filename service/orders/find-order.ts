import { validate } from 'uuid'
import type { EventLog } from '#db/ports/event-log.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'
import { Problem } from '#service/http/errors.ts'
import { startOfOwner } from '#service/access/run-secret.ts'

export interface FoundOrder {
  order: Order
  complete: StoredEventOf<'complete'>
  /**
   * The first `start` of its run and the events of the order, in log order; earlier steps are not included.
   */
  events: StoredEvent[]
}

/**
 * Reads an order from the log, where it exists as soon as its `complete` is committed, whatever the
 * projections' lag.
 */
export async function findOrder(
  log: Pick<EventLog, 'find' | 'readOrder'>,
  id: string,
): Promise<FoundOrder | undefined> {
  const complete = await findComplete(log, id)
  if (!complete) return undefined
  const events = await log.readOrder(complete.runId)
  const order = orderOf(events)
  return order && { order, complete, events }
}

/** Finds an order for a caller with the secret of its run. Reads the run only after verifying the secret. */
export async function findOwnOrder(
  log: Pick<EventLog, 'find' | 'firstStart' | 'readOrder'>,
  id: string,
  secret: string | undefined,
): Promise<FoundOrder | undefined> {
  const complete = secret ? await findComplete(log, id) : undefined
  const start = complete && (await startOfOwner(log, complete.runId, secret))
  return start && findOrder(log, id)
}

async function findComplete(log: Pick<EventLog, 'find'>, id: string) {
  const complete = validate(id) ? await log.find({ id: id.toLowerCase() }) : undefined
  return complete?.type === 'complete' ? complete : undefined
}

/**
 * Returns the same problem for an unknown order and a wrong secret, so that it does not reveal which orders
 * exist.
 */
export function unknownOrder(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-order',
    title: 'Unknown order',
    detail: 'There is no such order, or the secret does not match its run.',
  })
}

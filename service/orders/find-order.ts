import { validate } from 'uuid'
import type { EventLog } from '#db/ports/event-log.ts'
import type { Store } from '#db/ports/store.ts'
import { type Order, orderOf } from '#domain/orders/evolve-order.ts'
import type { StoredEvent, StoredEventOf } from '#domain/events/stored-event.ts'
import { Problem } from '#service/http/errors.ts'
import { startOfOwner } from '#service/access/run-secret.ts'

export interface FoundOrder {
  order: Order
  complete: StoredEventOf<'complete'>
  /** Events of the order and the first `start` of its run, in log order (see `EventLog.readOrder`). */
  events: StoredEvent[]
}

/**
 * Reads an order from the log. The order is found as soon as its `complete` is committed, even before the projections
 * have processed the `complete`.
 */
export async function findOrder(
  log: Pick<EventLog, 'find' | 'readOrder'>,
  id: string,
): Promise<FoundOrder | undefined> {
  const complete = await findComplete(log, id)
  return complete && findOrderOfRun(log, complete.runId)
}

/** Reads the order of a run from the log. Returns undefined if the run has none. */
export async function findOrderOfRun(
  log: Pick<EventLog, 'readOrder'>,
  runId: string,
): Promise<FoundOrder | undefined> {
  const events = await log.readOrder(runId)
  const complete = events.find((event): event is StoredEventOf<'complete'> => event.type === 'complete')
  const order = orderOf(events)
  return order && complete && { order, complete, events }
}

/**
 * Finds an order by its number as a visitor typed it. Returns undefined also if the projections have not processed the
 * order yet.
 */
export async function findNumberedOrder(
  { people, log }: { people: Pick<Store['people'], 'findOrder'>; log: Pick<EventLog, 'find' | 'readOrder'> },
  typed: string,
): Promise<FoundOrder | undefined> {
  const number = typed.replaceAll(/\s/g, '').toUpperCase()
  const id = number === '' ? undefined : await people.findOrder(number)
  return id === undefined ? undefined : await findOrder(log, id)
}

/**
 * Finds an order for a client that has the secret of its run. The events of the order are read only after the secret
 * was verified.
 */
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
 * Returns the problem for an unknown order or a wrong secret. The problem is the same in both cases, so that it does
 * not reveal which orders exist.
 */
export function unknownOrder(): Problem {
  return new Problem({
    status: 404,
    type: 'unknown-order',
    title: 'Unknown order',
    detail: 'There is no such order, or the secret does not match its run.',
  })
}

import type { EventLog, PersonalData } from '#db/ports/event-log.ts'
import type { Numbering } from '#db/ports/new-event-row.ts'
import type { StoredEvent } from '#domain/events/stored-event.ts'
import type { OrderDecision } from '#domain/orders/decide-order.ts'
import { type Order, evolveOrder, orderChanges } from '#domain/orders/evolve-order.ts'
import { type FoundOrder, findOrder } from './find-order.ts'
import { LostServiceEvent, appendServiceEvents, serviceEvent } from './service-events.ts'

/** Result of `changeOrder`. `code` is `changed`, `unknown-order`, or the reason why no event was appended. */
export type OrderOutcome<Code extends string> =
  | { code: 'changed'; order: Order }
  | { code: Code; order: Order }
  | { code: 'unknown-order'; order?: undefined }

export interface ChangeOptions {
  now: number
  personal?: PersonalData
  /** Facts of the form, stored with the event. Only `amended` has any (see `splitForm`). */
  facts?: Readonly<Record<string, string | boolean>>
  /** Gives the event a number when it is stored, which becomes `data.number`. Only for invoices. */
  numbering?: Numbering
  /** Called with the current order before each attempt to append the event. */
  beforeAppend?: (order: Order) => Promise<void>
}

/**
 * Maximum number of attempts. Another attempt is necessary only after a concurrent change, and an order can change only
 * a few times.
 */
const maxRounds = 10

/**
 * Loads an order (unless it is given), decides a command and appends the resulting event. The events of two concurrent
 * commands have the same once key (see `onceKey`), so only one of them is stored. The other command is decided again on
 * the new state. Throws `LostServiceEvent` if the event is a duplicate although the order has not changed.
 */
export async function changeOrder<Code extends string>(
  log: Pick<EventLog, 'find' | 'readOrder' | 'append'>,
  idOrOrder: string | FoundOrder,
  decide: (order: Order, found: FoundOrder) => OrderDecision<Code>,
  { now, personal, facts, numbering, beforeAppend }: ChangeOptions,
): Promise<OrderOutcome<Code>> {
  let found = typeof idOrOrder === 'string' ? await findOrder(log, idOrOrder) : idOrOrder
  for (let round = 1; found; round += 1) {
    const { order, complete } = found
    const decision = decide(order, found)
    if (!('event' in decision)) return { code: decision.code, order }
    const { type, data } = decision.event
    const cause = `${order.id}:${orderChanges.has(type) ? order.changes + 1 : 1}`
    await beforeAppend?.(order)
    const event = {
      ...serviceEvent(type, cause, data, complete, now),
      ...(facts && { facts: { ...facts } }),
      ...(numbering && { numbering }),
    }
    const [appended] = await appendServiceEvents(log, [personal ? { ...event, personal } : event])
    const { position, stored, number } = appended!
    // The event was stored, so no other command has changed the order since it was read. Otherwise, that command's
    // event would already have used the once key.
    if (stored) {
      const written = { ...event, position, data: { ...data, ...(number !== undefined && { number }) } }
      return { code: 'changed', order: evolveOrder(order, written as StoredEvent)! }
    }
    found = await findOrder(log, order.id)
    const changed = found !== undefined && isLater(found.order, order)
    if (!changed || round === maxRounds) throw new LostServiceEvent(type, cause, position)
  }
  return { code: 'unknown-order' }
}

function isLater(order: Order, previous: Order): boolean {
  return order.changes > previous.changes || (order.converted && !previous.converted)
}

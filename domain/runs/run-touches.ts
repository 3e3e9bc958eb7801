import { noKey } from '#domain/attribution/credit-touches.ts'
import { type Contact, creditedContacts } from '#domain/attribution/contacts.ts'
import { otherPathKey, pathKey, shownChannels } from '#domain/attribution/order-path.ts'
import type { RunState } from './run-state.ts'

/**
 * Returns the touches to which the run is credited: the touches of its origin (usually the `start` event) that were at
 * most 7 days old at the time of that event, and its entry.
 */
export function runTouches({ origin }: RunState): Contact[] {
  return creditedContacts(origin, origin.touches)
}

/**
 * Returns the touches to which the order is credited: the touches of the `complete` event that were at most 7 days old
 * when the run started, and the entry of the run.
 */
export function orderTouches({ origin, order }: RunState): Contact[] {
  return order ? creditedContacts(origin, order.touches) : []
}

/**
 * Returns the time from the first contact to the order, in ms. Undefined without an order or a contact. The times of
 * contacts come from the client's clock, so they are corrected as that of the run's origin was.
 */
export function timeSinceContact(state: RunState): number | undefined {
  const { origin, order } = state
  const first = orderTouches(state)[0]
  if (!order || !first) return undefined
  return Math.max(0, order.at - (first.at + origin.at - origin.occurredAt))
}

/** Returns the key of the order's path (see order-path.ts). */
export function orderPath(state: RunState): string {
  const sinceFirst = timeSinceContact(state) ?? 0
  if (state.otherPath) return otherPathKey(sinceFirst)
  return pathKey(shownChannels(orderTouches(state).map(({ channel }) => channel)), sinceFirst)
}

/** Returns the source of the order's last touch, for the list of orders. */
export function orderSource(state: RunState): string {
  return orderTouches(state).at(-1)?.source ?? noKey
}

import type { FactKind } from '#domain/attribution/credit-touches.ts'
import { berlinDay, berlinHour } from '#domain/time/berlin-time.ts'
import { hours } from './dimensions.ts'
import { runDay } from './evolve-run.ts'
import { orderTimeRange, timeSinceStart } from './order-times.ts'
import { netRevenueCents } from './run-revenue.ts'
import { orderTouches, timeSinceContact } from './run-touches.ts'
import type { RunState } from './run-state.ts'

export type OrderFacts = Record<FactKind, readonly string[]>

/**
 * Returns what reports by the day of the order count about an order:
 * - `order`: `completed`; `paid` if it has net revenue; `severalContacts` if it is credited to more than one contact
 * - `time`: `sinceContact:<range>` and `sinceStart:<range>` of the times until the order (see `orderTimeLimits`)
 * - `hour`: `placed:<hour>`, its hour in Berlin, and `sameDay:<hour>` as well if its run began on the same day
 */
export function orderFacts(state: RunState, order: NonNullable<RunState['order']>): OrderFacts {
  const hour = hours[berlinHour(order.at)]!
  const isSameDay = berlinDay(order.at) === runDay(state)
  return {
    order: [
      'completed',
      ...(netRevenueCents(state) > 0 ? ['paid'] : []),
      ...(orderTouches(state).length > 1 ? ['severalContacts'] : []),
    ],
    time: [
      ...timeFact('sinceContact', timeSinceContact(state)),
      ...timeFact('sinceStart', timeSinceStart(state)),
    ],
    hour: [`placed:${hour}`, ...(isSameDay ? [`sameDay:${hour}`] : [])],
  }
}

function timeFact(name: string, ms: number | undefined): string[] {
  return ms === undefined ? [] : [`${name}:${orderTimeRange(ms)}`]
}

import { sourceCampaignKey } from '#domain/attribution/credit-touches.ts'
import type { Cost, CostSender } from './cost.ts'
import type { NewOperationalEvent, OperationalEventOf } from './operational-event.ts'

export type CostsRecorded = OperationalEventOf<'costs_recorded'>

export interface CostChanges {
  /** One event per day with a change. */
  events: NewOperationalEvent[]
  added: number
  replaced: number
  unchanged: number
}

/** Returns the last known costs of each day, source and campaign. `recorded` is in log order. Costs of 0 are left out. */
export function currentCosts(recorded: readonly CostsRecorded[]): Cost[] {
  const costs = new Map<string, Cost>()
  for (const { day, data } of recorded)
    for (const cost of data.costs) costs.set(nameOf({ day, ...cost }), { day, ...cost })
  return [...costs.values()].filter(({ costCents }) => costCents !== 0)
}

/**
 * Returns the events that record `costs`, of which no two have the same day, source and campaign. Costs that are known
 * already need no event, so repeating a request changes nothing. `recorded` contains all events of the days of `costs`,
 * in log order.
 */
export function decideCosts(
  costs: readonly Cost[],
  recorded: readonly CostsRecorded[],
  sender: CostSender,
): CostChanges {
  const known = new Map(currentCosts(recorded).map((cost) => [nameOf(cost), cost.costCents]))
  const changed = costs.filter((cost) => cost.costCents !== (known.get(nameOf(cost)) ?? 0))
  const replaced = changed.filter((cost) => known.has(nameOf(cost))).length
  const last = new Map(recorded.map(({ day, position }) => [day, position]))
  const events = [...Map.groupBy(changed, ({ day }) => day)].map(([day, ofDay]) => ({
    type: 'costs_recorded' as const,
    // Of two requests at the same time only one can follow the last known event. The other one is decided again.
    once: `costs_recorded:${day}:${last.get(day) ?? 0}`,
    day,
    data: {
      costs: ofDay.map(({ source, campaign, costCents }) => ({ source, campaign, costCents })),
      sender,
    },
  }))
  return { events, added: changed.length - replaced, replaced, unchanged: costs.length - changed.length }
}

/** Returns the key under which costs replace earlier ones. */
function nameOf({ day, source, campaign }: Omit<Cost, 'costCents'>): string {
  return `${day} ${sourceCampaignKey(source, campaign)}`
}

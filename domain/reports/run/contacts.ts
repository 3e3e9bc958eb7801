import {
  type AttributionModel,
  attributionModels,
  noKey,
  shares,
} from '#domain/attribution/credit-touches.ts'
import { orderTouches, runTouches } from '#domain/runs/run-touches.ts'
import type { RunState } from '#domain/runs/run-state.ts'
import type { RunReport } from './shape.ts'

/**
 * Returns the contacts to which the order of a run is credited, or the run itself without an order, oldest first, each
 * with its share under every model. The shares of a model add up to 1.
 */
export function contactsOf(state: RunState): RunReport['contacts'] {
  const { origin, order } = state
  const contacts = order ? orderTouches(state) : runTouches(state)
  const byModel = attributionModels.map((model) => [model, shares(model, contacts)] as const)
  const behind = origin.at - origin.occurredAt
  return contacts.map(({ at, channel, source = noKey, campaign = noKey }, index) => ({
    at: new Date(at + behind).toISOString(),
    channel,
    source,
    campaign,
    shares: Object.fromEntries(byModel.map(([model, parts]) => [model, parts[index]!])) as Record<
      AttributionModel,
      number
    >,
  }))
}

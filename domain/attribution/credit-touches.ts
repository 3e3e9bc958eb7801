import { dayMs } from '#domain/time/durations.ts'
import type { Contact } from './contacts.ts'

export const attributionModels = ['first', 'last', 'linear', 'position', 'decay'] as const
export type AttributionModel = (typeof attributionModels)[number]

/** Values of a contact that come from clients. */
export const campaignDimensions = ['source', 'medium', 'campaign', 'content', 'term'] as const

export const touchDimensions = ['channel', ...campaignDimensions] as const
export type TouchDimension = (typeof touchDimensions)[number]

/** Dimensions by which credits are stored: the dimensions shown in reports, and pairs of source and campaign. */
export const creditDimensions = [...touchDimensions, 'sourceCampaign'] as const
export type CreditDimension = (typeof creditDimensions)[number]

/**
 * Dimensions of credits by the day on which the run started. Orders are also credited, as a whole and under the model
 * `last` only, to the path of their contacts (see order-path.ts).
 */
export const startedDimensions = [...creditDimensions, 'path'] as const

/**
 * Kinds of facts about orders (see order-facts.ts). They are not divided: each order has its whole credit, under the
 * model `last` only, for each of its facts.
 */
export const factKinds = ['order', 'time', 'hour'] as const
export type FactKind = (typeof factKinds)[number]

type PlacedBase = (typeof startedDimensions)[number] | FactKind

/** Dimensions of the credits of orders by the day on which the order was placed. */
const placedDimensions = [
  'placed:channel',
  'placed:source',
  'placed:medium',
  'placed:campaign',
  'placed:content',
  'placed:term',
  'placed:sourceCampaign',
  'placed:path',
  'placed:order',
  'placed:time',
  'placed:hour',
] as const satisfies readonly `placed:${PlacedBase}`[]
export type PlacedDimension = (typeof placedDimensions)[number]

/** Dimensions of stored credits. */
export const storedDimensions = [...startedDimensions, ...placedDimensions] as const
export type StoredDimension = (typeof storedDimensions)[number]

/** Returns whether credits of a dimension are stored by the day of the order. */
export function isPlaced(dimension: StoredDimension): dimension is PlacedDimension {
  return dimension.startsWith('placed:')
}

/** Returns the dimension with the credits of the same orders by the day of the order. */
export function placedBy(dimension: (typeof startedDimensions)[number]): PlacedDimension {
  return `placed:${dimension}`
}

/** Returns what a dimension stores by the day of the order: the credits of a dimension, or facts of a kind. */
export function baseOf(dimension: PlacedDimension): PlacedBase {
  return dimension.slice('placed:'.length) as PlacedBase
}

export function isFactKind(base: PlacedBase): base is FactKind {
  return (factKinds as readonly PlacedBase[]).includes(base)
}

/** Key that gets the credit if there are no touches, or if a credited touch has no value in the dimension. */
export const noKey = '(none)'

/** Key under which all values beyond the limit of distinct keys are summed (see report-keys.ts). */
export const otherKey = '(other)'

/**
 * Credit for one whole run or order. Credits are stored as integers, so that sums in the database are exact. The unit
 * is a power of two, so that credits divided by the unit also add up exactly in floating point.
 */
export const creditUnit = 2 ** 26

/**
 * Returns the share of each touch; the shares add up to 1. `touches` must be sorted, oldest first. With `position`, the
 * first and last of at least three touches get 40 % each, and the others together get 20 %. With `decay`, the weight of
 * a touch halves with every 24 hours of age.
 */
export function shares(model: AttributionModel, touches: readonly Pick<Contact, 'at'>[]): number[] {
  const count = touches.length
  switch (model) {
    case 'first':
      return touches.map((_, index) => (index === 0 ? 1 : 0))
    case 'last':
      return touches.map((_, index) => (index === count - 1 ? 1 : 0))
    case 'linear':
      return touches.map(() => 1 / count)
    case 'position':
      if (count <= 2) return touches.map(() => 1 / count)
      return touches.map((_, index) => (index === 0 || index === count - 1 ? 0.4 : 0.2 / (count - 2)))
    case 'decay': {
      const newest = Math.max(...touches.map((touch) => touch.at))
      const weights = touches.map((touch) => 2 ** ((touch.at - newest) / dayMs))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      return weights.map((weight) => weight / sum)
    }
  }
}

/** Splits an integer amount by the largest remainder method. The parts add up exactly to the amount. */
export function allot(amount: number, parts: readonly number[]): number[] {
  const exact = parts.map((part) => part * amount)
  const whole = exact.map(Math.floor)
  const left = amount - whole.reduce((total, part) => total + part, 0)
  if (left === 0) return whole
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) whole[index]! += 1
  return whole
}

/**
 * Divides an integer amount (credit units or cents) among the keys of one dimension. Without touches, `(none)` gets the
 * whole amount. The amount is divided among the touches first, in the same way for all dimensions, so that keys that stand
 * for the same touches get exactly the same amounts: a source, for example, gets the sum of its campaigns.
 */
export function credit(
  model: AttributionModel,
  dimension: TouchDimension,
  touches: readonly Contact[],
  amount: number,
): Map<string, number> {
  return creditKeys(model, touches, { amount, keyOf: (touch) => touch?.[dimension] ?? noKey })
}

/** Divides an integer amount among the pairs of source and campaign, like `credit`. */
export function sourceCampaignCredit(
  model: AttributionModel,
  touches: readonly Contact[],
  amount: number,
): Map<string, number> {
  return creditKeys(model, touches, { amount, keyOf: pairOfTouch })
}

function pairOfTouch(touch?: Contact): string {
  return sourceCampaignKey(touch?.source ?? noKey, touch?.campaign ?? noKey)
}

function creditKeys(
  model: AttributionModel,
  touches: readonly Contact[],
  { amount, keyOf }: { amount: number; keyOf: (touch?: Contact) => string },
): Map<string, number> {
  const keys = touches.map((touch) => keyOf(touch))
  // Fast path: nothing has to be divided if all touches have the same key, or if there are no touches.
  if (keys.every((key) => key === keys[0])) return new Map([[keys[0] ?? keyOf(), amount]])
  const parts = shares(model, touches)
  const amounts = allot(amount, parts)
  const credits = new Map<string, number>()
  for (const [index, key] of keys.entries())
    if (parts[index]! > 0) credits.set(key, (credits.get(key) ?? 0) + amounts[index]!)
  return credits
}

export function sourceCampaignKey(source: string, campaign: string): string {
  return JSON.stringify([source, campaign])
}

/** Returns the prefix that the keys of all campaigns of a source have in common. */
export function campaignsOf(source: string): string {
  return `[${JSON.stringify(source)},`
}

/** Returns the campaign of a key made by `sourceCampaignKey`. */
export function campaignIn(key: string): string {
  return (JSON.parse(key) as [source: string, campaign: string])[1]
}

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
 * Dimensions of stored credits. Orders are also credited, as a whole and under the model `last` only, to the path of
 * their contacts (see order-path.ts).
 */
export const storedDimensions = [...creditDimensions, 'path'] as const
export type StoredDimension = (typeof storedDimensions)[number]

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
  const byRemainder = exact
    .map((part, index) => ({ index, remainder: part - Math.floor(part) }))
    .toSorted((a, b) => b.remainder - a.remainder || a.index - b.index)
  for (const { index } of byRemainder.slice(0, left)) whole[index]! += 1
  return whole
}

/**
 * Divides an integer amount (credit units or cents) among the keys of one dimension. Without touches, `(none)` gets the
 * whole amount. The shares of touches with the same key are added up first, so that each key is rounded only once.
 */
export function credit(
  model: AttributionModel,
  dimension: TouchDimension,
  touches: readonly Contact[],
  amount: number,
): Map<string, number> {
  const keys = touches.map((touch) => touch[dimension] ?? noKey)
  // Fast path: nothing has to be divided if all touches have the same key, or if there are no touches.
  if (keys.every((key) => key === keys[0])) return new Map([[keys[0] ?? noKey, amount]])
  const byKey = new Map<string, number>()
  for (const [index, share] of shares(model, touches).entries()) {
    const key = keys[index]!
    if (share > 0) byKey.set(key, (byKey.get(key) ?? 0) + share)
  }
  const amounts = allot(amount, [...byKey.values()])
  return new Map([...byKey.keys()].map((key, index) => [key, amounts[index]!]))
}

/**
 * Divides an integer amount among the pairs of source and campaign. First, `credit` divides the amount among the
 * sources. The amount of each source is then divided among its campaigns. The amounts of the campaigns add up exactly
 * to the amount of their source.
 */
export function sourceCampaignCredit(
  model: AttributionModel,
  touches: readonly Contact[],
  amount: number,
): Map<string, number> {
  const [first] = touches
  // Fast path: if all touches have the same source and campaign, or there are none, nothing has to be divided.
  if (touches.every(({ source, campaign }) => source === first?.source && campaign === first?.campaign))
    return new Map([[sourceCampaignKey(first?.source ?? noKey, first?.campaign ?? noKey), amount]])
  const parts = new Map<string, Map<string, number>>()
  for (const [index, share] of shares(model, touches).entries()) {
    const { source = noKey, campaign = noKey } = touches[index]!
    const campaigns = parts.get(source) ?? new Map<string, number>()
    if (share > 0) parts.set(source, campaigns.set(campaign, (campaigns.get(campaign) ?? 0) + share))
  }
  const credits = new Map<string, number>()
  for (const [source, sourceAmount] of credit(model, 'source', touches, amount)) {
    const campaigns = parts.get(source) ?? new Map([[noKey, 1]])
    const whole = [...campaigns.values()].reduce((sum, part) => sum + part, 0)
    const amounts = allot(
      sourceAmount,
      [...campaigns.values()].map((part) => part / whole),
    )
    for (const [index, campaign] of [...campaigns.keys()].entries())
      credits.set(sourceCampaignKey(source, campaign), amounts[index]!)
  }
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

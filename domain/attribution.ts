import type { Touch } from './stored-event.ts'

export const attributionModels = ['first', 'last', 'linear', 'position', 'decay'] as const
export type AttributionModel = (typeof attributionModels)[number]

export const touchDimensions = ['source', 'medium', 'campaign', 'content', 'term'] as const
export type TouchDimension = (typeof touchDimensions)[number]

/** What credits are kept by: beside what a report is asked for, the campaigns of each source. */
export const creditDimensions = [...touchDimensions, 'sourceCampaign'] as const
export type CreditDimension = (typeof creditDimensions)[number]

/** Key of runs and orders that no campaign can be credited with. */
export const noKey = '(none)'

/**
 * Credits are whole units, a power of two to one run or order: sums are exact in the database,
 * and dividing them gives numbers that add up exactly in floating point as well.
 */
export const creditUnit = 2 ** 26

const day = 24 * 3600 * 1000

/** Touches count for a run while they are at most 7 days old at its start; both times by the client's clock. */
export function countingTouches(touches: readonly Touch[], startedAt: number): Touch[] {
  return touches.filter((touch) => startedAt - touch.at <= 7 * day).toSorted((a, b) => a.at - b.at)
}

/** Share of each touch, oldest first; sums to 1. Position gives 40/20/40, decay halves with every 24 h. */
export function shares(model: AttributionModel, touches: readonly Touch[]): number[] {
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
      const weights = touches.map((touch) => 2 ** ((touch.at - newest) / day))
      const sum = weights.reduce((total, weight) => total + weight, 0)
      return weights.map((weight) => weight / sum)
    }
  }
}

/** Splits a whole amount by shares with the largest remainder, so that the parts sum to it exactly. */
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
 * Credit by key of one dimension for a whole amount (units, cents); all of it goes to `(none)` when no touch counts.
 * Touches of one key are taken together before rounding, so that no key is rounded twice.
 */
export function credit(
  model: AttributionModel,
  dimension: TouchDimension,
  touches: readonly Touch[],
  amount: number,
): Map<string, number> {
  const keys = touches.map((touch) => touch[dimension] ?? noKey)
  // Most runs have one touch or several of one campaign, for which no model has anything to divide.
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
 * Credit by the keys of source and campaign together. What a source is given is split among its campaigns, so that they
 * sum to the source exactly.
 */
export function sourceCampaignCredit(
  model: AttributionModel,
  touches: readonly Touch[],
  amount: number,
): Map<string, number> {
  const [first] = touches
  // As above: mostly there is nothing to divide.
  if (touches.every(({ source, campaign }) => source === first?.source && campaign === first?.campaign))
    return new Map([[sourceCampaignKey(first?.source ?? noKey, first?.campaign ?? noKey), amount]])
  const parts = new Map<string, Map<string, number>>()
  for (const [index, share] of shares(model, touches).entries()) {
    const { source = noKey, campaign = noKey } = touches[index]!
    const campaigns = parts.get(source) ?? new Map<string, number>()
    if (share > 0) parts.set(source, campaigns.set(campaign, (campaigns.get(campaign) ?? 0) + share))
  }
  const credits = new Map<string, number>()
  for (const [source, given] of credit(model, 'source', touches, amount)) {
    const campaigns = parts.get(source) ?? new Map([[noKey, 1]])
    const whole = [...campaigns.values()].reduce((sum, part) => sum + part, 0)
    const amounts = allot(
      given,
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

/** What the keys of all campaigns of a source begin with. */
export function campaignsOf(source: string): string {
  return `[${JSON.stringify(source)},`
}

/** The campaign in a key of source and campaign. */
export function campaignIn(key: string): string {
  return (JSON.parse(key) as [source: string, campaign: string])[1]
}

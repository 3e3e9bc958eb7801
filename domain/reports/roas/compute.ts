import {
  type AttributionModel,
  attributionModels,
  creditUnit,
  sourceCampaignKey,
} from '#domain/attribution/credit-touches.ts'
import type { Cost } from '#domain/operations/cost.ts'
import type { Credits } from '#domain/reports/attribution/compute.ts'
import { compareText } from '#domain/reports/rows.ts'
import { rankingTurns } from './ranking-turns.ts'
import {
  type CampaignCredits,
  addCampaignCredits,
  breakEvenRoas,
  noCampaignCredits,
  returnsOf,
} from './returns.ts'
import { type RoasReport, maxCampaigns, maxUnmatched } from './shape.ts'

interface ModelCredit extends Credits {
  model: AttributionModel
  /** Pair of source and campaign (see `sourceCampaignKey`). */
  key: string
}

export interface RoasData {
  asOfPosition: number
  /** Costs of the days of the report. */
  costs: readonly Cost[]
  /** Credits of each funnel, summed by model and key. */
  funnels: readonly (readonly ModelCredit[])[]
}

type ByModel = Partial<Record<AttributionModel, CampaignCredits>>

/** Returns the report. A campaign matches costs if it is credited with a run or an order under one of the models. */
export function roasReport(
  about: Pick<RoasReport, 'from' | 'to' | 'dayOf'>,
  { asOfPosition, costs, funnels }: RoasData,
): RoasReport {
  const { credits, maxPriceCents } = sumCredits(funnels)
  const campaigns = sumCosts(costs)
  const matched = campaigns.filter(({ key }) => credits.has(key))
  const unmatched = campaigns.filter(({ key }) => !credits.has(key))
  const rows = matched.slice(0, maxCampaigns).map(({ key, source, campaign, costCents }) => ({
    source,
    campaign,
    costCents,
    models: eachModel((model) => returnsOf(creditsOf(credits, key, model), costCents, maxPriceCents)),
  }))
  const costCents = sumOf(matched)
  const total = (model: AttributionModel) =>
    matched.map(({ key }) => creditsOf(credits, key, model)).reduce(addCampaignCredits, noCampaignCredits)
  const similar = similarTo([...credits.keys()])
  return {
    ...about,
    timezone: 'Europe/Berlin',
    asOfPosition,
    breakEvenRoas,
    rows,
    totals: { costCents, models: eachModel((model) => returnsOf(total(model), costCents, maxPriceCents)) },
    unmatched: unmatched
      .slice(0, maxUnmatched)
      .map(({ key, ...campaign }) => ({ ...campaign, similar: similar(key) })),
    unmatchedCents: sumOf(unmatched),
    campaigns: campaigns.length,
    rankingTurns: rankingTurns(rows),
  }
}

function sumCredits(funnels: RoasData['funnels']) {
  const credits = new Map<string, ByModel>()
  let maxPriceCents = 0
  for (const rows of funnels) {
    const price = averagePrice(rows)
    maxPriceCents = Math.max(maxPriceCents, price)
    for (const { model, key, orders, netRevenueCents } of rows) {
      const byModel = credits.get(key) ?? {}
      const own = { orders, netRevenueCents, squaredCents: netRevenueCents * price }
      byModel[model] = addCampaignCredits(byModel[model] ?? noCampaignCredits, own)
      credits.set(key, byModel)
    }
  }
  return { credits, maxPriceCents }
}

/** Returns the average price of a funnel's orders in cents, or 0 without orders. All models credit the same orders. */
function averagePrice(rows: readonly ModelCredit[]): number {
  const ofLast = rows.filter(({ model }) => model === 'last')
  const orders = ofLast.reduce((sum, row) => sum + row.orders, 0) / creditUnit
  const cents = ofLast.reduce((sum, { revenueCents }) => sum + revenueCents, 0)
  return orders === 0 ? 0 : cents / orders
}

interface CampaignCosts extends Omit<Cost, 'day'> {
  key: string
  from: string
  to: string
}

/** Sums costs by source and campaign; the highest costs come first. */
function sumCosts(costs: readonly Cost[]): CampaignCosts[] {
  const sums = new Map<string, CampaignCosts>()
  for (const { day, source, campaign, costCents } of costs) {
    const key = sourceCampaignKey(source, campaign)
    const sum = sums.get(key) ?? { key, source, campaign, costCents: 0, from: day, to: day }
    const days = [sum.from, sum.to, day].toSorted()
    sums.set(key, { ...sum, costCents: sum.costCents + costCents, from: days[0]!, to: days[2]! })
  }
  return [...sums.values()].toSorted((a, b) => b.costCents - a.costCents || compareText(a.key, b.key))
}

const sumOf = (campaigns: readonly CampaignCosts[]) =>
  campaigns.reduce((sum, { costCents }) => sum + costCents, 0)

function creditsOf(credits: ReadonlyMap<string, ByModel>, key: string, model: AttributionModel) {
  return credits.get(key)?.[model] ?? noCampaignCredits
}

function eachModel<Value>(value: (model: AttributionModel) => Value): Record<AttributionModel, Value> {
  const entries = attributionModels.map((model) => [model, value(model)])
  return Object.fromEntries(entries) as Record<AttributionModel, Value>
}

/** Returns a function that finds the campaign with a contact whose name differs only in how it is written. */
function similarTo(keys: readonly string[]) {
  const bySimple = new Map(keys.toSorted(compareText).map((key) => [simplified(key), key]))
  return (key: string): { source: string; campaign: string } | null => {
    const found = bySimple.get(simplified(key))
    if (found === undefined) return null
    const [source, campaign] = JSON.parse(found) as [string, string]
    return { source, campaign }
  }
}

const simplified = (key: string) => key.toLowerCase().replaceAll(/[\s_-]/g, '')

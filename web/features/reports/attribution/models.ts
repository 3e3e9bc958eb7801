import { type AttributionModel, noKey } from '#domain/attribution/credit-touches.ts'
import { type DefinedFigure, definitions } from '#domain/reports/definitions.ts'
import type { ModelsReport } from '#domain/reports/attribution/shape.ts'
import { credit, euro, number, points, share } from '#web/features/reports/words/number-format.ts'

/** Definitions of the models. */
export const modelFigures = {
  first: 'modelFirst',
  last: 'modelLast',
  linear: 'modelLinear',
  position: 'modelPosition',
  decay: 'modelDecay',
} as const satisfies Record<AttributionModel, DefinedFigure>

export type Credits = ModelsReport['totals'][AttributionModel]

export const measures = {
  orders: { name: 'Bestellungen', of: ({ orders }: Credits) => orders, format: credit },
  revenue: {
    name: definitions.netRevenueCents.name,
    of: ({ netRevenueCents }: Credits) => netRevenueCents,
    format: euro,
  },
  ordered: {
    name: definitions.revenueCents.name,
    of: ({ revenueCents }: Credits) => revenueCents,
    format: euro,
  },
  conversion: { name: 'Abschlussquote', of: ({ conversionRate }: Credits) => conversionRate, format: share },
  runs: { name: 'Anträge', of: ({ runs }: Credits) => runs, format: credit },
} as const
export type Measure = keyof typeof measures

/**
 * Totals that differ by less than this value are considered equal. It is half of 0.01, because credited runs and orders
 * are displayed with two decimals.
 */
const sameWithin = 0.005

/**
 * Returns whether the total is the same in all models. The models divide the same credit differently among the sources.
 * The total can therefore differ only in a report about a single source.
 */
export function sameTotals(totals: ModelsReport['totals'], measure: Measure): boolean {
  const [first, ...others] = Object.values(totals).map(measures[measure].of)
  return others.every((value) => Math.abs(value - first!) < sameWithin)
}

/**
 * Returns the row with the highest net revenue under the model `last`, or undefined if no row has any. Ignores the row
 * `(none)`, because it is not a source or campaign.
 */
export function bestUnderLast({
  rows,
}: Pick<ModelsReport, 'rows'>): ModelsReport['rows'][number] | undefined {
  return rows
    .filter(({ key, models }) => key !== noKey && models.last.netRevenueCents > 0)
    .toSorted((a, b) => b.models.last.netRevenueCents - a.models.last.netRevenueCents)[0]
}

export interface Difference {
  key: string
  last: Credits
  linear: Credits
  /** Net revenue under `linear` minus that under `last`, in cents. */
  cents: number
}

/** Returns the keys whose net revenue differs most between the models `last` and `linear`, at most three. */
export function differences({ rows }: Pick<ModelsReport, 'rows'>): Difference[] {
  return rows
    .map(({ key, models: { last, linear } }) => ({
      key,
      last,
      linear,
      cents: linear.netRevenueCents - last.netRevenueCents,
    }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, 3)
}

/**
 * Returns the difference between a value and the value under the model `last`, such as `+12 %`, or `+1,2 Punkte` for
 * rates: a percentage of a percentage would be taken for points. Returns `neu` if the value under `last` is zero but
 * `value` is not. Returns undefined if there is no visible difference.
 */
export function againstLast(measure: Measure, value: number, last: number): string | undefined {
  if (last === 0) return value === 0 ? undefined : 'neu'
  if (measure === 'conversion') return pointsAgainst(value, last)
  const percent = Math.round((value / last - 1) * 100)
  if (percent === 0) return undefined
  return `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`
}

function pointsAgainst(value: number, last: number): string | undefined {
  const tenths = Math.round((value - last) * 1000)
  if (tenths === 0) return undefined
  const size = Math.abs(tenths) / 10
  return `${tenths > 0 ? '+' : '−'}${points(size)} ${size === 1 ? 'Punkt' : 'Punkte'}`
}

/** Quantile of the standard normal distribution for a 95 % interval. */
const quantile = 1.959964

/** Credits of one key under a model and under `last`, and of all keys under `last`. */
export interface Compared {
  credits: Credits
  last: Credits
  totals: Credits
  /** Number of orders with more than one contact. */
  severalContacts: number
}

/**
 * Returns whether a measure of a key differs between a model and `last` by more than chance explains: whether the 95 %
 * interval of the difference excludes zero. The interval is conservative. Only orders with several contacts can move
 * between keys, each by at most one order, and no more orders than the key has under both models. The number of such
 * orders is taken as Poisson distributed, and their value as that of an average order.
 */
export function differsFromLast(
  measure: Measure,
  { credits, last, totals, severalContacts }: Compared,
): boolean {
  // A rate is a quotient of two credits, whose interval is not known.
  if (measure === 'conversion') return false
  const of = measures[measure].of
  const isMoney = measure === 'revenue' || measure === 'ordered'
  const unit = isMoney ? totals.revenueCents / totals.orders : 1
  if (!(unit > 0)) return false
  const moved = (of(credits) + of(last)) / unit
  const most = measure === 'runs' ? moved : Math.min(moved, severalContacts)
  const difference = Math.abs(of(credits) - of(last)) / unit
  // An order that moves changes the difference by up to two, so the continuity correction is one.
  return difference - 1 > quantile * Math.sqrt(most)
}

import { type AttributionModel, noKey } from '#domain/attribution.ts'
import type { ModelsReport } from '#domain/reports/attribution-shapes.ts'
import { credit, euro, number, share } from '../number-format.ts'

/** What each model does, in one sentence. */
export const modelRules: Record<AttributionModel, string> = {
  first: 'Alles zählt für die Kampagne, über die jemand zuerst kam.',
  last: 'Alles zählt für die Kampagne, über die jemand zuletzt kam.',
  linear: 'Jeder Kontakt auf dem Weg zählt gleich viel.',
  position:
    'Erster und letzter Kontakt zählen je 40 %, die dazwischen zusammen 20 %; sind es nur zwei, je die Hälfte.',
  decay: 'Der letzte Kontakt zählt am meisten; mit jedem Tag davor halbiert sich der Anteil.',
}

export type Credits = ModelsReport['totals'][AttributionModel]

export const measures = {
  orders: { name: 'Bestellungen', of: ({ orders }: Credits) => orders, format: credit },
  revenue: { name: 'Umsatz', of: ({ revenueCents }: Credits) => revenueCents, format: euro },
  conversion: { name: 'Abschlussquote', of: ({ conversionRate }: Credits) => conversionRate, format: share },
  runs: { name: 'Läufe', of: ({ runs }: Credits) => runs, format: credit },
} as const
export type Measure = keyof typeof measures

/** Credits are parts that add up in fractions; what is less than the smallest shown part is the same. */
const sameWithin = 0.005

/** Whether the sums of all models are the same, as they must be where no touch is left out. */
export function sameTotals(totals: ModelsReport['totals'], measure: Measure): boolean {
  const [first, ...others] = Object.values(totals).map(measures[measure].of)
  return others.every((value) => Math.abs(value - first!) < sameWithin)
}

/** The key with the most revenue under `last`, of those that are known; undefined when none has any. */
export function bestUnderLast({
  rows,
}: Pick<ModelsReport, 'rows'>): ModelsReport['rows'][number] | undefined {
  return rows
    .filter(({ key, models }) => key !== noKey && models.last.revenueCents > 0)
    .toSorted((a, b) => b.models.last.revenueCents - a.models.last.revenueCents)[0]
}

export interface Difference {
  key: string
  last: Credits
  linear: Credits
  /** Cents that `linear` gives more than `last`. */
  cents: number
}

/** The keys on whose revenue `last` and `linear` differ most, at most three. */
export function differences({ rows }: Pick<ModelsReport, 'rows'>): Difference[] {
  return rows
    .map(({ key, models: { last, linear } }) => ({
      key,
      last,
      linear,
      cents: linear.revenueCents - last.revenueCents,
    }))
    .filter(({ cents }) => cents !== 0)
    .toSorted((a, b) => Math.abs(b.cents) - Math.abs(a.cents))
    .slice(0, 3)
}

/** How far a number lies above or below that of the last touch: `+12 %`; undefined when they are alike. */
export function againstLast(value: number, last: number): string | undefined {
  if (last === 0) return value === 0 ? undefined : 'neu'
  const percent = Math.round((value / last - 1) * 100)
  if (percent === 0) return undefined
  return `${percent > 0 ? '+' : '−'}${number(Math.abs(percent))} %`
}

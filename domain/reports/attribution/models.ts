import { type AttributionModel, attributionModels, otherKey } from '#domain/attribution/credit-touches.ts'
import { type Credits, addCredits, noCredits, shownCredits } from './compute.ts'
import { listedKeys } from '#domain/reports/bounded-rows.ts'
import { compareText, rate } from '#domain/reports/rows.ts'
import type { ModelsReport } from './shape.ts'

interface ModelCredit extends Credits {
  model: AttributionModel
  key: string
}

/** Kinds of measures that the report reads. */
export const modelsKinds = ['stage', 'completed', 'noConsent', 'severalContacts'] as const

/** Numbers of the orders that the report counts. */
export interface ModelsOrders {
  completed: number
  severalContacts: number
}

/**
 * Returns the report that compares all five attribution models. `credited` contains credits summed by model and key.
 * `measures` contains the number of runs by measure that started on the days of the report. `placed` contains the orders
 * that were placed on these days, if the report counts them. A key without credit under a model has zeros for that model.
 */
export function modelsReport(
  about: Pick<ModelsReport, 'from' | 'to' | 'dayOf' | 'by' | 'funnel' | 'source' | 'asOfPosition'>,
  credited: readonly ModelCredit[],
  { measures, placed }: { measures: readonly { measure: string; runs: number }[]; placed?: ModelsOrders },
): ModelsReport {
  const byKey = new Map<string, Partial<Record<AttributionModel, Credits>>>()
  const totals: Partial<Record<AttributionModel, Credits>> = {}
  const listed = listedKeys(credited)
  for (const { model, key: creditedKey, ...credits } of credited) {
    const key = listed.has(creditedKey) ? creditedKey : otherKey
    const models = byKey.get(key) ?? {}
    models[model] = addCredits(models[model] ?? noCredits, credits)
    byKey.set(key, models)
    totals[model] = addCredits(totals[model] ?? noCredits, credits)
  }
  const count = (matches: (measure: string) => boolean) =>
    measures.reduce((sum, { measure, runs }) => (matches(measure) ? sum + runs : sum), 0)
  const runs = count((measure) => measure === 'completed' || measure.startsWith('stage:'))
  const noConsent = count((measure) => measure === 'noConsent')
  const orders = placed?.completed ?? count((measure) => measure === 'completed')
  const several = placed?.severalContacts ?? count((measure) => measure === 'severalContacts')
  return {
    ...about,
    timezone: 'Europe/Berlin',
    rows: [...byKey]
      .map(([key, models]) => ({ key, models: ofAllModels(models) }))
      .toSorted(
        (a, b) =>
          b.models.last.revenueCents - a.models.last.revenueCents ||
          b.models.last.runs - a.models.last.runs ||
          compareText(a.key, b.key),
      ),
    totals: ofAllModels(totals),
    runs,
    severalContacts:
      orders === 0 ? null : { orders: several, ofOrders: orders, share: rate(several, orders) },
    withoutConsent: runs === 0 ? null : { runs: noConsent, share: rate(noConsent, runs) },
  }
}

function ofAllModels(models: Partial<Record<AttributionModel, Credits>>) {
  const shown = attributionModels.map((model) => [model, shownCredits(models[model] ?? noCredits)])
  return Object.fromEntries(shown) as ModelsReport['totals']
}

import { type AttributionModel, attributionModels } from '../attribution.ts'
import { type Credits, shownCredits } from './attribution.ts'
import { compareText, rate } from './rows.ts'
import type { ModelsReport } from './attribution-shapes.ts'

interface ModelCredit extends Credits {
  model: AttributionModel
  key: string
}

const nothing: Credits = { runs: 0, orders: 0, revenueCents: 0 }

/**
 * Five models side by side, from credits summed by model and key, and from the runs of the same days by measure.
 * A key that only some models give to stands with nothing under the others.
 */
export function modelsReport(
  about: Pick<ModelsReport, 'from' | 'to' | 'by' | 'funnel' | 'source' | 'asOfPosition'>,
  credited: readonly ModelCredit[],
  measures: readonly { measure: string; runs: number }[],
): ModelsReport {
  const byKey = new Map<string, Partial<Record<AttributionModel, Credits>>>()
  const totals: Partial<Record<AttributionModel, Credits>> = {}
  for (const { model, key, ...credits } of credited) {
    const models = byKey.get(key) ?? {}
    models[model] = add(models[model], credits)
    byKey.set(key, models)
    totals[model] = add(totals[model], credits)
  }
  const count = (matches: (measure: string) => boolean) =>
    measures.reduce((sum, { measure, runs }) => (matches(measure) ? sum + runs : sum), 0)
  const runs = count((measure) => measure === 'completed' || measure.startsWith('stage:'))
  const noConsent = count((measure) => measure === 'noConsent')
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
    withoutConsent: runs === 0 ? null : { runs: noConsent, share: rate(noConsent, runs) },
  }
}

function add(sum: Credits = nothing, { runs, orders, revenueCents }: Credits): Credits {
  return {
    runs: sum.runs + runs,
    orders: sum.orders + orders,
    revenueCents: sum.revenueCents + revenueCents,
  }
}

function ofAllModels(models: Partial<Record<AttributionModel, Credits>>) {
  const shown = attributionModels.map((model) => [model, shownCredits(models[model] ?? nothing)])
  return Object.fromEntries(shown) as ModelsReport['totals']
}

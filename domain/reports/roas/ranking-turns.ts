import { type AttributionModel, attributionModels } from '#domain/attribution/credit-touches.ts'
import type { Returns, RoasReport } from './shape.ts'
import { maxTurns } from './shape.ts'

type Row = RoasReport['rows'][number]
type Turn = RoasReport['rankingTurns'][number]

const figures = {
  roas: ({ roas }: Returns) => roas.value ?? 0,
  contribution: ({ contributionCents }: Returns) => contributionCents.value ?? 0,
}

/**
 * Returns the pairs of campaigns whose order by ROAS or contribution differs between the attribution models. `rows` are
 * sorted by costs, so the pairs with the highest costs come first.
 */
export function rankingTurns(rows: readonly Row[]): Turn[] {
  const turns: Turn[] = []
  for (const [index, other] of rows.entries())
    for (const one of rows.slice(0, index))
      for (const by of ['roas', 'contribution'] as const) {
        const turn = turnOf(one, other, by)
        if (turn) turns.push(turn)
        if (turns.length === maxTurns) return turns
      }
  return turns
}

function turnOf(one: Row, other: Row, by: Turn['by']): Turn | undefined {
  const figure = figures[by]
  const difference = (model: AttributionModel) => figure(one.models[model]) - figure(other.models[model])
  const ofOne = attributionModels.filter((model) => difference(model) > 0)
  const ofOther = attributionModels.filter((model) => difference(model) < 0)
  if (ofOne.length === 0 || ofOther.length === 0) return undefined
  const sides = [named(one, ofOne), named(other, ofOther)]
  const [better, worse] = ofOther.length > ofOne.length ? sides.toReversed() : sides
  return { by, better: better!, worse: worse! }
}

function named({ source, campaign }: Row, models: AttributionModel[]): Turn['better'] {
  return { source, campaign, models }
}

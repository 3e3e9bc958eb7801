import {
  type AttributionModel,
  type CreditDimension,
  attributionModels,
  creditDimensions,
} from '#domain/attribution.ts'
import { type RunShare, creditUnder, runShares } from '#domain/run-credits.ts'
import type { RunState } from '#domain/run-state.ts'
import type { Touch } from '#domain/stored-event.ts'

type Amounts = Omit<RunShare, 'touches'>

export interface Credit extends Amounts {
  funnel: string
  model: AttributionModel
  key: string
}

/** What models give to one touch as a whole. */
interface Undivided extends Amounts {
  funnel: string
  models: readonly AttributionModel[]
  /** Undefined when no touch counts. */
  touch: Touch | undefined
}

const dividing = attributionModels.filter((model) => model !== 'first' && model !== 'last')

/**
 * Sums of credit. Most runs have one touch or none, and then all their amount is given to it, by every model: such
 * runs are summed by the touch, and come to the keys of a dimension only when somebody asks for it.
 */
export function createCreditSums() {
  const undivided = new Map<string, Undivided>()
  const divided = new Map<CreditDimension, Map<string, Credit>>()

  function addShare(funnel: string, share: RunShare, sign: 1 | -1): void {
    const { touches } = share
    const [first] = touches
    if (touches.every((touch) => isAlike(touch, first))) {
      addUndivided(funnel, attributionModels, first, share, sign)
      return
    }
    addUndivided(funnel, ['first'], first, share, sign)
    addUndivided(funnel, ['last'], touches.at(-1), share, sign)
    for (const dimension of creditDimensions)
      for (const model of dividing) addDivided(funnel, model, dimension, share, sign)
  }

  function addUndivided(
    funnel: string,
    models: readonly AttributionModel[],
    touch: Touch | undefined,
    amounts: Amounts,
    sign: 1 | -1,
  ): void {
    const { source, medium, campaign, content, term } = touch ?? {}
    const name = JSON.stringify([funnel, models, source, medium, campaign, content, term])
    addTo(undivided, name, { funnel, models, touch }, amounts, sign)
  }

  function addDivided(
    funnel: string,
    model: AttributionModel,
    dimension: CreditDimension,
    { touches, ...amounts }: RunShare,
    sign: 1 | -1,
  ): void {
    const sums = divided.get(dimension) ?? new Map<string, Credit>()
    divided.set(dimension, sums)
    for (const name of ['runs', 'orders', 'revenueCents'] as const) {
      if (amounts[name] === 0) continue
      for (const [key, amount] of creditUnder(model, dimension, touches, amounts[name]))
        addTo(sums, `${funnel}:${model}:${key}`, { funnel, model, key }, { ...nothing, [name]: amount }, sign)
    }
  }

  return {
    add(state: RunState, sign: 1 | -1): void {
      for (const share of runShares(state)) addShare(state.origin.funnel, share, sign)
    },
    /** By the keys of a dimension; the same key may come several times. */
    *under(dimension: CreditDimension): Generator<Credit> {
      for (const { funnel, models, touch, runs, orders, revenueCents } of undivided.values()) {
        const [key] = creditUnder('last', dimension, touch ? [touch] : [], 1).keys()
        for (const model of models) yield { funnel, model, key: key!, runs, orders, revenueCents }
      }
      yield* divided.get(dimension)?.values() ?? []
    },
  }
}

const nothing: Amounts = { runs: 0, orders: 0, revenueCents: 0 }

function isAlike(touch: Touch, other: Touch | undefined): boolean {
  return (
    touch.source === other?.source &&
    touch.medium === other?.medium &&
    touch.campaign === other?.campaign &&
    touch.content === other?.content &&
    touch.term === other?.term
  )
}

/** Sums that come to nothing are not kept. */
function addTo<Sum extends Amounts>(
  sums: Map<string, Sum>,
  name: string,
  about: Omit<Sum, keyof Amounts>,
  { runs, orders, revenueCents }: Amounts,
  sign: 1 | -1,
): void {
  const sum = sums.get(name) ?? ({ ...about, ...nothing } as Sum)
  sum.runs += sign * runs
  sum.orders += sign * orders
  sum.revenueCents += sign * revenueCents
  if (sum.runs === 0 && sum.orders === 0 && sum.revenueCents === 0) sums.delete(name)
  else sums.set(name, sum)
}

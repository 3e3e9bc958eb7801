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

/** What a model gives to the keys of a dimension, of touches that are not alike. */
interface Divided {
  funnel: string
  model: AttributionModel
  dimension: CreditDimension
  byKey: Map<string, Amounts>
}

const dividing = attributionModels.filter((model) => model !== 'first' && model !== 'last')

/**
 * Sums of credit. Most runs have one touch or none, and then all their amount is given to it, by every model: such
 * runs are summed by the touch, and come to the keys of a dimension only when somebody asks for it.
 */
export function createCreditSums() {
  const undivided = new Map<string, Undivided>()
  const divided = new Map<string, Divided>()

  function addShare(funnel: string, share: RunShare, sign: 1 | -1): void {
    const { touches } = share
    const [first] = touches
    if (touches.every((touch) => isAlike(touch, first))) {
      addUndivided({ funnel, models: attributionModels, touch: first }, share, sign)
      return
    }
    addUndivided({ funnel, models: ['first'], touch: first }, share, sign)
    addUndivided({ funnel, models: ['last'], touch: touches.at(-1) }, share, sign)
    for (const model of dividing)
      for (const dimension of creditDimensions) addDivided({ funnel, model, dimension }, share, sign)
  }

  function addUndivided(about: Omit<Undivided, keyof Amounts>, amounts: Amounts, sign: 1 | -1): void {
    const { source, medium, campaign, content, term } = about.touch ?? {}
    const name = JSON.stringify([about.funnel, about.models, source, medium, campaign, content, term])
    const sum = undivided.get(name) ?? { ...about, ...nothing }
    undivided.set(name, sum)
    for (const of of kinds) sum[of] += sign * amounts[of]
  }

  function addDivided(about: Omit<Divided, 'byKey'>, share: RunShare, sign: 1 | -1): void {
    const { funnel, model, dimension } = about
    const name = `${funnel}:${model}:${dimension}`
    const { byKey } = divided.get(name) ?? { byKey: new Map<string, Amounts>() }
    divided.set(name, { ...about, byKey })
    for (const of of kinds) {
      if (share[of] === 0) continue
      for (const [key, amount] of creditUnder(model, dimension, share.touches, share[of])) {
        const sum = byKey.get(key) ?? { ...nothing }
        byKey.set(key, sum)
        sum[of] += sign * amount
      }
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
      for (const { funnel, model, dimension: by, byKey } of divided.values())
        if (by === dimension) for (const [key, amounts] of byKey) yield { funnel, model, key, ...amounts }
    },
  }
}

const kinds = ['runs', 'orders', 'revenueCents'] as const

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

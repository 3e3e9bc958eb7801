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

/** What is given to one touch as a whole, by one model or by all of them. */
interface Undivided extends Amounts {
  funnel: string
  model: 'first' | 'last' | 'all'
  /** Undefined when no touch counts. */
  touch: Touch | undefined
}

/** What a model gives to the keys of a dimension, of touches that are not alike. */
interface Divided {
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
  /** By funnel. */
  const divided = new Map<string, Divided[]>()

  function addShare(funnel: string, share: RunShare, sign: 1 | -1): void {
    const { touches } = share
    const [first] = touches
    if (touches.every((touch) => isAlike(touch, first))) {
      addUndivided({ funnel, model: 'all', touch: first }, share, sign)
      return
    }
    addUndivided({ funnel, model: 'first', touch: first }, share, sign)
    addUndivided({ funnel, model: 'last', touch: touches.at(-1) }, share, sign)
    const sums = divided.get(funnel) ?? beginDivided()
    divided.set(funnel, sums)
    for (const sum of sums) addDivided(sum, share, sign)
  }

  function addUndivided(about: Omit<Undivided, keyof Amounts>, amounts: Amounts, sign: 1 | -1): void {
    const { source, medium, campaign, content, term } = about.touch ?? {}
    const name = JSON.stringify([about.funnel, about.model, source, medium, campaign, content, term])
    const sum = undivided.get(name) ?? { ...about, ...nothing }
    undivided.set(name, sum)
    for (const of of kinds) sum[of] += sign * amounts[of]
  }

  return {
    add(state: RunState, sign: 1 | -1): void {
      for (const share of runShares(state)) addShare(state.origin.funnel, share, sign)
    },
    /** By the keys of a dimension; the same key may come several times. */
    *under(dimension: CreditDimension): Generator<Credit> {
      for (const { funnel, model: by, touch, runs, orders, revenueCents } of undivided.values()) {
        const [key] = creditUnder('last', dimension, touch ? [touch] : [], 1).keys()
        for (const model of by === 'all' ? attributionModels : [by])
          yield { funnel, model, key: key!, runs, orders, revenueCents }
      }
      for (const [funnel, sums] of divided)
        for (const { model, byKey } of sums.filter((sum) => sum.dimension === dimension))
          for (const [key, amounts] of byKey) yield { funnel, model, key, ...amounts }
    },
  }
}

function beginDivided(): Divided[] {
  return dividing.flatMap((model) =>
    creditDimensions.map((dimension) => ({ model, dimension, byKey: new Map<string, Amounts>() })),
  )
}

function addDivided({ model, dimension, byKey }: Divided, share: RunShare, sign: 1 | -1): void {
  for (const of of kinds) {
    if (share[of] === 0) continue
    for (const [key, amount] of creditUnder(model, dimension, share.touches, share[of])) {
      const sum = byKey.get(key) ?? { ...nothing }
      byKey.set(key, sum)
      sum[of] += sign * amount
    }
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

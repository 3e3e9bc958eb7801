import { errorRate, halfWidth } from './difference.ts'

/** Quantile of the standard normal distribution for a power of 80 %. */
const powerQuantile = 0.841621

export interface PlannedTest {
  /** Share of orders among the runs that reach the changed step, without the change; above 0 and below 1. */
  rate: number
  /** Smallest relative change of this share that matters, for example 0.1. */
  lift: number
  /** Weights of the variants, the control first. */
  weights: readonly number[]
}

/** Returns the settings of the test, which must be the same before, during and after the experiment. */
export function testPlan({ rate, lift, weights }: PlannedTest) {
  return { spread: rate * lift, alpha: errorRate / Math.max(1, weights.length - 1) }
}

/**
 * Returns the share of orders with the change that the plan is made to find: `rate` changed by `lift` or, where that would
 * be close to all runs or more than all, halfway between `rate` and 1.
 */
export function plannedShare({ rate, lift }: Pick<PlannedTest, 'rate' | 'lift'>): number {
  return Math.min(rate * (1 + lift), (1 + rate) / 2)
}

/**
 * Returns how many runs must reach the changed step, in all variants together, so that the change to `plannedShare` is
 * found with a probability of at least 80 %. Looking earlier finds it sooner in most cases, and adds to the probability.
 */
export function neededRuns(planned: PlannedTest): number {
  const { rate, weights } = planned
  const all = weights.reduce((sum, weight) => sum + weight, 0)
  const rarest = Math.min(...weights.slice(1))
  const changed = plannedShare(planned)
  const plan = testPlan(planned)
  const isEnough = (runs: number) => {
    const control = (rate * (1 - rate)) / ((runs * weights[0]!) / all)
    const variant = (changed * (1 - changed)) / ((runs * rarest) / all)
    return changed - rate >= halfWidth(control + variant, plan) + powerQuantile * Math.sqrt(control + variant)
  }
  let high = 1
  while (!isEnough(high)) high *= 2
  let low = high / 2
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isEnough(middle)) high = middle
    else low = middle
  }
  return high
}

/** Runs of a variant that reached the changed step, and how many of them have an order. */
export interface Arm {
  runs: number
  orders: number
  /** Factor by which the variance of the share is larger than that of independent runs; 1 by default. */
  inflation?: number
}

/** Difference of the shares of orders, the variant's minus the control's, with its always-valid interval. */
export interface Difference {
  value: number
  low: number
  high: number
}

/**
 * Minimum numbers of orders and of runs without an order, in both arms together. The normal approximation does not hold
 * with fewer; `npm run experiments:simulate` shows the error rates.
 */
export const fewestOutcomes = 30

/** Approximate share of experiments without any difference that may ever show one. */
export const errorRate = 0.05

/** What the test is made for. All of it must be fixed before the start of the experiment. */
export interface TestPlan {
  /** Standard deviation of the differences that are expected, as a difference of shares: the smallest that matters. */
  spread: number
  /** Approximate probability of ever missing the true difference. With several variants, `errorRate` divided by their number. */
  alpha: number
}

/**
 * Returns the difference between two shares of orders with an interval that is valid at every time: the probability that
 * it ever misses the true difference, however often it is looked at, is approximately at most `alpha`. An experiment can
 * therefore be stopped as soon as the interval excludes 0. It inverts the mixture sequential probability ratio test with a
 * normal mixture for two Bernoulli streams (Johari, Koomen, Pekelis and Walsh, 'Always Valid Inference: Continuous
 * Monitoring of A/B Tests', Operations Research 70, 2022, section 6). The guarantee is asymptotic, because the variance is
 * estimated from the runs; docs/measured.md has simulated error rates. Returns undefined while there are too few outcomes.
 */
export function difference(control: Arm, variant: Arm, plan: TestPlan): Difference | undefined {
  const runs = control.runs + variant.runs
  const orders = control.orders + variant.orders
  if (Math.min(orders, runs - orders) < fewestOutcomes) return undefined
  if (Math.min(control.runs, variant.runs) < fewestOutcomes) return undefined
  const value = variant.orders / variant.runs - control.orders / control.runs
  const half = halfWidth(varianceOf(control) + varianceOf(variant), plan)
  return { value, low: Math.max(-1, value - half), high: Math.min(1, value + half) }
}

/** Returns half of the length of the interval for an estimate with this variance. */
export function halfWidth(variance: number, { spread, alpha }: TestPlan): number {
  const ratio = variance / (spread * spread)
  return Math.sqrt(variance * (1 + ratio) * (2 * Math.log(1 / alpha) + Math.log(1 + 1 / ratio)))
}

/** Variance of a share. One more run of each kind keeps it above 0 for shares of 0 and 1. */
function varianceOf({ runs, orders, inflation = 1 }: Arm): number {
  const share = (orders + 1) / (runs + 2)
  return (inflation * share * (1 - share)) / runs
}

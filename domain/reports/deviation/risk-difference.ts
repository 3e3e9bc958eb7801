/**
 * Counts of one stratum: a group of runs that are alike except for the exposure, for example runs of one day and
 * device.
 */
export interface Stratum {
  exposed: number
  /** Exposed runs that were lost. At most `exposed`. */
  exposedLost: number
  others: number
  /** Runs without the exposure that were lost. At most `others`. */
  othersLost: number
}

/** Estimate with the bounds of its 95 % confidence interval. */
export interface Estimate {
  value: number
  low: number
  high: number
}

export interface RiskDifference {
  /** Share of lost runs among the exposed minus that among the others, from −1 to 1. */
  difference: Estimate
  /** Standard deviation of the difference. */
  deviation: number
  /** Share of lost runs among the others, weighted as in the difference. */
  othersRate: number
}

/**
 * Minimum number of runs with the exposure, and of comparable others. With fewer, the interval would be too narrow: with
 * a single run on each side, its length would be 0.
 */
const minRuns = 8

/** Quantile of the standard normal distribution for a 95 % interval. */
const quantile = 1.959964

/**
 * Returns by how much the share of lost runs is higher among the exposed runs than among comparable others: the
 * Mantel–Haenszel risk difference, which weighs strata by their information, so that differences between days or
 * devices do not bias it. The interval uses the variance of Sato (Biometrics 45, 1989), which holds for few large and
 * many small strata. Returns undefined if the strata that have both exposed runs and others have too few of either.
 */
export function riskDifference(strata: readonly Stratum[]): RiskDifference | undefined {
  let [weights, excess, lost, p, q] = [0, 0, 0, 0, 0]
  let [allExposed, allOthers] = [0, 0]
  for (const { exposed: n, exposedLost: x, others: m, othersLost: y } of strata) {
    const all = n + m
    if (n === 0 || m === 0) continue
    allExposed += n
    allOthers += m
    weights += (n * m) / all
    excess += (x * m - y * n) / all
    lost += (y * n) / all
    p += (n * n * y - m * m * x + (n * m * (m - n)) / 2) / (all * all)
    q += (x * (m - y) + y * (n - x)) / (2 * all)
  }
  if (Math.min(allExposed, allOthers) < minRuns) return undefined
  const value = excess / weights
  // Rounding can make a variance of zero slightly negative.
  const deviation = Math.sqrt(Math.max(0, value * p + q)) / weights
  const bound = (sign: 1 | -1) => Math.max(-1, Math.min(1, value + sign * quantile * deviation))
  return { difference: { value, low: bound(-1), high: bound(1) }, deviation, othersRate: lost / weights }
}

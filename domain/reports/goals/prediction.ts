/** What is expected of a count, such as the orders that are still to come in a month. */
export interface Moments {
  mean: number
  variance: number
}

export interface Prediction {
  /** Returns the smallest number that is reached with at least this probability. */
  quantile: (probability: number) => number
  /** Returns the probability of at least `count`. */
  atLeast: (count: number) => number
}

/** Probabilities below this share of the largest one no longer change the result. */
const negligible = 1e-12

/** Variance below which a result counts as certain. */
const certain = 1e-9

/**
 * Returns the distribution of a count with these moments: the negative binomial one or, if the variance equals the mean,
 * that of Poisson. Sums of many changes that also remove something can have a smaller variance or a negative mean; they
 * are nearly normal.
 */
export function predictionOf({ mean, variance }: Moments): Prediction {
  if (variance < certain) return certainly(Math.round(mean))
  return mean > 0 && variance >= mean
    ? ofCounts(countsOf({ mean, variance }))
    : normal(mean, Math.sqrt(variance))
}

function certainly(value: number): Prediction {
  return { quantile: () => value, atLeast: (count) => (value >= count ? 1 : 0) }
}

interface Counts {
  first: number
  /** Probabilities of `first`, the following number and so on. */
  probabilities: readonly number[]
}

/** Begins at the mode and multiplies by the ratio of neighbours, so that nothing underflows. */
function countsOf({ mean, variance }: Moments): Counts {
  const excess = variance - mean
  const size = excess / mean < 1e-6 ? undefined : mean ** 2 / excess
  /** Probability of `k` + 1 divided by that of `k`. */
  const ratio = (k: number) =>
    size === undefined ? mean / (k + 1) : ((k + size) / (k + 1)) * (mean / (mean + size))
  const mode = Math.max(0, Math.floor(size === undefined ? mean : (mean * (size - 1)) / size))
  const above: number[] = []
  for (let k = mode, weight = 1; weight > negligible; k += 1) {
    above.push(weight)
    weight *= ratio(k)
  }
  const below: number[] = []
  for (let k = mode - 1, weight = 1; k >= 0; k -= 1) {
    weight /= ratio(k)
    if (weight < negligible) break
    below.push(weight)
  }
  const weights = [...below.toReversed(), ...above]
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return { first: mode - below.length, probabilities: weights.map((weight) => weight / sum) }
}

function ofCounts({ first, probabilities }: Counts): Prediction {
  return {
    quantile(probability) {
      let sum = 0
      for (const [index, one] of probabilities.entries()) {
        sum += one
        if (sum >= probability) return first + index
      }
      return first + probabilities.length - 1
    },
    atLeast: (count) =>
      probabilities.reduce((sum, one, index) => (first + index >= count ? sum + one : sum), 0),
  }
}

function normal(mean: number, deviation: number): Prediction {
  return {
    quantile: (probability) => Math.round(mean + deviation * normalQuantile(probability)),
    // With the correction for counts: a number is at least 3 if the normal one is above 2.5.
    atLeast: (count) => 1 - normalShare((count - 0.5 - mean) / deviation),
  }
}

/** Returns the share of the standard normal distribution below `z`, within 1e-7 (Abramowitz and Stegun, 26.2.17). */
function normalShare(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * Math.abs(z))
  const factors = [1.330_274_429, -1.821_255_978, 1.781_477_937, -0.356_563_782, 0.319_381_53]
  const upper =
    (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * factors.reduce((sum, one) => (sum + one) * t, 0)
  return z > 0 ? 1 - upper : upper
}

/** Returns the quantile of the standard normal distribution by bisection. */
function normalQuantile(probability: number): number {
  let [low, high] = [-8, 8]
  while (high - low > 1e-6) {
    const middle = (low + high) / 2
    if (normalShare(middle) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}

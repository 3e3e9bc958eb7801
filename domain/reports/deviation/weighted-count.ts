/** Quantile of the standard normal distribution for a 95 % interval. */
const quantile = 1.959964

/** Sums over independent rare events, such as orders, each of which counts with a weight, such as its price. */
export interface WeightedCount {
  /** Sum of the weights. */
  sum: number
  /** Sum of the squares of the weights, or an upper bound of it, with which the interval is wider. */
  squares: number
  /** Largest weight that an event can have; positive. */
  max: number
}

/**
 * Returns the bounds of the 95 % interval of the expected sum, if the events follow a Poisson distribution. This is the
 * gamma interval of Fay and Feuer (Statistics in Medicine 16, 1997), which for weights of 1 is the exact interval of
 * Garwood, also for few events or none. The quantiles of the gamma distribution are those of Wilson and Hilferty, as in
 * Byar's method; they are 1 % too low for no event, and more exact otherwise.
 */
export function weightedCountInterval({ sum, squares, max }: WeightedCount): { low: number; high: number } {
  const low = sum === 0 ? 0 : (squares / sum) * gammaQuantile(sum ** 2 / squares, -quantile)
  const [highSum, highSquares] = [sum + max, squares + max ** 2]
  return { low, high: (highSquares / highSum) * gammaQuantile(highSum ** 2 / highSquares, quantile) }
}

/** Returns a quantile of the gamma distribution with scale 1, for the corresponding quantile `z` of the normal one. */
function gammaQuantile(shape: number, z: number): number {
  return shape * Math.max(0, 1 - 1 / (9 * shape) + z / (3 * Math.sqrt(shape))) ** 3
}

/**
 * Returns for each probability whether it is a discovery: so small that of all discoveries at most the share `rate` is
 * expected to be due to chance, although many things are examined together (Benjamini and Hochberg, 1995). If nothing is
 * real, the probability of any discovery is at most `rate`.
 */
export function discoveries(probabilities: readonly number[], rate = 0.05): boolean[] {
  const sorted = probabilities.toSorted((a, b) => a - b)
  const last = sorted.findLastIndex((one, index) => one <= (rate * (index + 1)) / sorted.length)
  const limit = sorted[last] ?? -1
  return probabilities.map((one) => one <= limit)
}

/**
 * Returns the probability that a value with a standard normal distribution is at least `z`. The error is below 1.2e-7 of
 * the result (Numerical Recipes, `erfcc`).
 */
export function normalTail(z: number): number {
  const x = Math.abs(z) / Math.SQRT2
  const t = 1 / (1 + x / 2)
  const upper =
    0.5 * t * Math.exp(-x * x + coefficients.reduceRight((sum, coefficient) => sum * t + coefficient, 0))
  return z >= 0 ? upper : 1 - upper
}

const coefficients = [
  -1.26551223, 1.00002368, 0.37409196, 0.09678418, -0.18628806, 0.27886807, -1.13520398, 1.48851587,
  -0.82215223, 0.17087277,
]

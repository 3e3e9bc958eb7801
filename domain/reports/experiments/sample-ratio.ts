/** Probability of ever warning about an experiment whose runs are divided as intended. */
export const falseWarnings = 0.001

/**
 * Sum of the parameters of the Dirichlet distribution around the intended shares. The larger, the smaller the deviations
 * that are found, and the more runs that takes.
 */
const concentration = 200

/**
 * Returns whether the runs are divided among the variants in another ratio than that of the weights. Something then
 * decides which runs are recorded, for example a variant that does not load on some devices, and no comparison is valid.
 * The test is exact and always valid: the probability that it ever warns without cause is at most `falseWarnings`. It
 * compares the multinomial distribution of the weights with a mixture by the Bayes factor, which is a martingale (Lindon
 * and Malek, 'Anytime-Valid Inference for Multinomial Count Data', NeurIPS 35, 2022).
 */
export function isRatioWrong(arms: readonly { weight: number; runs: number }[]): boolean {
  const weights = arms.reduce((sum, { weight }) => sum + weight, 0)
  const runs = arms.reduce((sum, arm) => sum + arm.runs, 0)
  let log = logGamma(concentration) - logGamma(concentration + runs)
  for (const arm of arms) {
    const share = arm.weight / weights
    const prior = concentration * share
    log += logGamma(prior + arm.runs) - logGamma(prior) - arm.runs * Math.log(share)
  }
  return log > Math.log(1 / falseWarnings)
}

/**
 * Returns the logarithm of the gamma function of a number from 1, with an error below 1e-9: the recurrence up to 10, then
 * the series of Stirling (Abramowitz and Stegun 6.1.41).
 */
export function logGamma(x: number): number {
  let [at, product] = [x, 1]
  for (; at < 10; at += 1) product *= at
  const inverse = 1 / at
  const square = inverse * inverse
  const series = inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square / 1680)))
  return (at - 0.5) * Math.log(at) - at + Math.log(2 * Math.PI) / 2 + series - Math.log(product)
}

import { upperTail } from '#domain/reports/deviation/unusual-days.ts'

/** Counts of a period and of the same weekdays and hours before it. */
export interface Compared {
  /** Runs (or events) of the period, and those of them that were hit. */
  all: number
  hits: number
  /** The same of the usual periods together. */
  usualAll: number
  usualHits: number
}

/** Weights below this share of the sum no longer change the result. */
const negligible = 1e-17

/**
 * Returns the probability of at least `hits` hits if the odds of a hit are `odds` times the usual ones. Only the counts
 * are known, not the usual rate, so the probability is conditional on the number of hits of both periods together: the
 * tail of Fisher's noncentral hypergeometric distribution, for `odds` = 1 that of Fisher's exact test. It holds for any
 * usual rate, also for a message that was never seen before.
 */
export function moreHitsTail({ all, hits, usualAll, usualHits }: Compared, odds = 1): number {
  const sum = hits + usualHits
  const [low, high] = [Math.max(0, sum - usualAll), Math.min(all, sum)]
  if (hits <= low) return 1
  /** Probability of `k` + 1 hits divided by that of `k` hits. */
  const ratio = (k: number) => (odds * (all - k) * (sum - k)) / ((k + 1) * (usualAll - sum + k + 1))
  const mode = firstWhere(low, high, (k) => ratio(k) < 1)
  let [total, tail] = [0, 0]
  const add = (k: number, weight: number) => {
    total += weight
    if (k >= hits) tail += weight
  }
  for (let k = mode, weight = 1; k <= high; weight *= ratio(k), k += 1) {
    add(k, weight)
    if (k >= hits && weight < negligible * tail) break
  }
  for (let k = mode - 1, weight = 1; k >= low; k -= 1) {
    weight /= ratio(k)
    add(k, weight)
    if (weight < negligible * total) break
  }
  return Math.min(1, tail / total)
}

/** Returns the first number from `low` on that meets a condition which all following ones meet, or `high`. */
function firstWhere(low: number, high: number, isMet: (k: number) => boolean): number {
  let [from, to] = [low, high]
  while (from < to) {
    const middle = (from + to) >> 1
    if (isMet(middle)) to = middle
    else from = middle + 1
  }
  return from
}

/**
 * Returns the probability of at most `count` events in a period if `share` times as many are expected as in each of
 * `weeks` usual periods, which had `usual` events together. Counts are Poisson, so that their split is binomial.
 */
export function fewerEventsTail(
  { count, usual, weeks }: { count: number; usual: number; weeks: number },
  share: number,
): number {
  return upperTail({ all: count + usual, lost: usual }, weeks / (weeks + share))
}

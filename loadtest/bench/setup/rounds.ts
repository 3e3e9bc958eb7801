/** Medians of rounds that alternate between yardstick and subject. */
export interface Compared {
  yardstick: number
  subject: number
  /** Median of subject divided by yardstick of each round, because a temporary slowdown affects both. */
  ratio: number
}

/** Runs yardstick and subject alternately, after one warm-up round that is not counted. */
export async function takeTurns(
  rounds: number,
  yardstick: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<Compared> {
  const taken: { yardstick: number; subject: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const both = { yardstick: await yardstick(), subject: await subject() }
    if (round > 0) taken.push(both)
  }
  return {
    yardstick: median(taken.map((round) => round.yardstick)),
    subject: median(taken.map((round) => round.subject)),
    ratio: median(taken.map((round) => round.subject / round.yardstick)),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}

/** Returns the value that the given percentage of all values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

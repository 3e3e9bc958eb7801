/** Medians over several rounds, each of which measures the yardstick and then the subject. */
export interface Comparison {
  yardstick: number
  subject: number
  /**
   * Median of the ratios of the rounds. A temporary slowdown affects both values of a round, so their ratio changes
   * little.
   */
  ratio: number
}

/**
 * Measures a yardstick and a subject alternately and compares the results. An additional first round serves as a
 * warm-up and is not counted.
 */
export async function compareInRounds(
  rounds: number,
  yardstick: () => Promise<number>,
  subject: () => Promise<number>,
): Promise<Comparison> {
  const results: { yardstick: number; subject: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const result = { yardstick: await yardstick(), subject: await subject() }
    if (round > 0) results.push(result)
  }
  return {
    yardstick: median(results.map((round) => round.yardstick)),
    subject: median(results.map((round) => round.subject)),
    ratio: median(results.map((round) => round.subject / round.yardstick)),
  }
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2
}

/** Returns a percentile (0 to 100) of the values without interpolation. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

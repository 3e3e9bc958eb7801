/** Medians of rounds in which yardstick and subject took turns. */
export interface Compared {
  yardstick: number
  subject: number
  /** Subject by yardstick, as the median of the rounds: what slows a machine down for a while slows both. */
  ratio: number
}

/** Yardstick, subject, yardstick, subject, … after one round of each that warms them up and is not counted. */
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

/** The value that so many per cent of all do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))]!
}

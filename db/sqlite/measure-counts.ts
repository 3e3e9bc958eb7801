/** Runs, by the number of their measure. */
export type MeasureCounts = number[]

// As they lie in a row: `[measure, runs, measure, runs, …]` in JSON, without those that have come back to nothing.
// Flat, because numbers in a list are read ten times as fast as members of an object.

export const noCounts = '[]'

/** Adds what a row holds. */
export function addCounts(to: MeasureCounts, text: string): void {
  const pairs = JSON.parse(text) as number[]
  for (let index = 0; index < pairs.length; index += 2)
    to[pairs[index]!] = (to[pairs[index]!] ?? 0) + pairs[index + 1]!
}

/** What is counted, with the number of its measure. */
export function pairsOf(counts: MeasureCounts): [measure: number, runs: number][] {
  const pairs: [number, number][] = []
  counts.forEach((runs, measure) => {
    if (runs !== 0) pairs.push([measure, runs])
  })
  return pairs
}

export function countsText(counts: MeasureCounts): string {
  return JSON.stringify(pairsOf(counts).flat())
}

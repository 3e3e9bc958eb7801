/**
 * Runs by the number of their measure, as they lie in a row: `[measure, runs, measure, runs, …]` in JSON, without
 * those that have come back to nothing. Flat, because numbers in a list are read ten times as fast as members.
 */
export type MeasureCounts = Map<number, number>

/** Adds what a row holds. */
export function addCounts(to: MeasureCounts, text: string): void {
  const pairs = JSON.parse(text) as number[]
  for (let index = 0; index < pairs.length; index += 2)
    to.set(pairs[index]!, (to.get(pairs[index]!) ?? 0) + pairs[index + 1]!)
}

export function countsText(counts: MeasureCounts): string {
  return JSON.stringify([...counts].filter(([, runs]) => runs !== 0).flat())
}

export const noCounts = '[]'

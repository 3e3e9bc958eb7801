import type { DropOffDelta } from '#db/ports/projection-store.ts'

/** Counts of runs. The index of a count is the number of its measure. */
export type MeasureCounts = number[]

// Counts are stored as the JSON list `[measure, runs, measure, runs, …]`. Measures without runs are left out. A flat
// list of numbers parses ten times as fast as an object.

export const noCounts = '[]'

/** Adds a row's stored counts to `to`. */
export function addCounts(to: MeasureCounts, text: string): void {
  const pairs = JSON.parse(text) as number[]
  for (let index = 0; index < pairs.length; index += 2)
    to[pairs[index]!] = (to[pairs[index]!] ?? 0) + pairs[index + 1]!
}

/** Returns the nonzero counts, each with the number of its measure. */
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

/**
 * Returns the stored text of a run's measures: their numbers, with a comma before and after each. The pattern `%,7,%`
 * therefore matches only measure 7.
 */
export function measuresText(numbers: readonly number[]): string {
  return numbers.length === 0 ? '' : `,${numbers.join(',')},`
}

export function measureNumbers(text: string): number[] {
  return text.split(',').filter(Boolean).map(Number)
}

/** Returns the nonzero counts with the names of their measures. */
export function nameCounts(
  sums: MeasureCounts,
  measures: readonly { measure: number; name: string }[],
): { measure: string; runs: number }[] {
  return measures
    .map(({ measure, name }) => ({ measure: name, runs: sums[measure] ?? 0 }))
    .filter(({ runs }) => runs !== 0)
}

/** Returns one row per count of a generation, in the same order on both engines. */
export function listCounts(
  rows: readonly (Omit<DropOffDelta, 'measure' | 'runs'> & { counts: string })[],
  measures: readonly { measure: number; name: string }[],
): DropOffDelta[] {
  const names = new Map(measures.map(({ measure, name }) => [measure, name]))
  return rows
    .flatMap(({ counts, ...row }) => {
      const held: MeasureCounts = []
      addCounts(held, counts)
      return pairsOf(held).map(([number, runs]) => ({ ...row, measure: names.get(number)!, runs }))
    })
    .toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))
}

function inOrder({ funnel, version, day, measure, segment }: DropOffDelta): string {
  return JSON.stringify([funnel, version, day, measure, segment])
}

import type { DropOffDelta } from './projection-store.ts'

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

/** Numbers of a run's measures as they lie in its row: each between commas, so that `LIKE '%,7,%'` finds one. */
export function measuresText(numbers: readonly number[]): string {
  return numbers.length === 0 ? '' : `,${numbers.join(',')},`
}

export function measureNumbers(text: string): number[] {
  return text.split(',').filter(Boolean).map(Number)
}

/** The rows that a report is made of, without those that have come back to nothing. */
export function nameCounts(
  sums: MeasureCounts,
  measures: readonly { measure: number; name: string }[],
): { measure: string; runs: number }[] {
  return measures
    .map(({ measure, name }) => ({ measure: name, runs: sums[measure] ?? 0 }))
    .filter(({ runs }) => runs !== 0)
}

/** Every count of a generation as a row of its own, in an order that is the same on every engine. */
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

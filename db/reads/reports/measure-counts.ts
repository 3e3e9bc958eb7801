import type { DropOffDelta } from '#db/ports/projection-store.ts'

/** Numbers of runs, by measure: the array's index is the number that the table `measures` assigns to a measure. */
export type MeasureCounts = number[]

// The database stores `MeasureCounts` as the JSON list `[measure, runs, measure, runs, …]`. Measures without runs are
// left out. A flat list of numbers parses ten times as fast as an object.

export const noCounts = '[]'

/** Parses `text`, the stored counts of a row, and adds them to `to`. */
export function addCounts(to: MeasureCounts, text: string): void {
  const pairs = JSON.parse(text) as number[]
  for (let index = 0; index < pairs.length; index += 2)
    to[pairs[index]!] = (to[pairs[index]!] ?? 0) + pairs[index + 1]!
}

/** Returns the nonzero numbers of runs, each with the number of its measure. */
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
 * Returns the text stored for a run's measures, for example `,3,7,`. Because every number is between commas, the
 * pattern `%,7,%` matches only measure 7.
 */
export function measuresText(numbers: readonly number[]): string {
  return numbers.length === 0 ? '' : `,${numbers.join(',')},`
}

export function measureNumbers(text: string): number[] {
  return text.split(',').filter(Boolean).map(Number)
}

/** Returns the nonzero numbers of runs with the names of their measures. */
export function nameCounts(
  sums: MeasureCounts,
  measures: readonly { measure: number; name: string }[],
): { measure: string; runs: number }[] {
  const named: { measure: string; runs: number }[] = []
  for (const { measure, name } of measures) {
    const runs = sums[measure] ?? 0
    if (runs !== 0) named.push({ measure: name, runs })
  }
  return named
}

/** Splits each row into one row per measure, without zeros. The order of the result is the same on both engines. */
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

import type { DropOffCount } from '#db/ports/projection-store.ts'

/** Numbers of runs, by the number that the table `measures` assigns to a measure. */
export type MeasureCounts = Map<number, number>

// The database stores `MeasureCounts` as the JSON list `[measure, runs, measure, runs, …]`, in ascending order of the
// measures. Measures without runs are left out. A flat list of numbers parses ten times as fast as an object.

export const noCounts = '[]'

/**
 * Parses `text`, the stored counts of a row, and adds them to `to`. Adds only `wanted` measures, because the rows of a
 * family contain many that a report does not read.
 */
export function addCounts(to: MeasureCounts, text: string, wanted: ReadonlySet<number>): void {
  const pairs = JSON.parse(text) as number[]
  for (let index = 0; index < pairs.length; index += 2) {
    const measure = pairs[index]!
    if (wanted.has(measure)) to.set(measure, (to.get(measure) ?? 0) + pairs[index + 1]!)
  }
}

/** Returns the stored counts `text` after `changes`, which are numbers of runs to add. */
export function changeCounts(text: string, changes: MeasureCounts): string {
  const stored = JSON.parse(text) as number[]
  const added = [...changes].toSorted(([a], [b]) => a - b)
  const pairs: number[] = []
  const push = (measure: number, runs: number) => {
    if (runs !== 0) pairs.push(measure, runs)
  }
  let index = 0
  for (const [measure, runs] of added) {
    for (; index < stored.length && stored[index]! < measure; index += 2)
      push(stored[index]!, stored[index + 1]!)
    const isStored = stored[index] === measure
    push(measure, (isStored ? stored[index + 1]! : 0) + runs)
    if (isStored) index += 2
  }
  for (; index < stored.length; index += 2) push(stored[index]!, stored[index + 1]!)
  return JSON.stringify(pairs)
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
  names: ReadonlyMap<number, string>,
): { measure: string; runs: number }[] {
  const named: { measure: string; runs: number }[] = []
  for (const [measure, runs] of sums) if (runs !== 0) named.push({ measure: names.get(measure)!, runs })
  return named
}

/** Splits each row into one row per measure, without zeros. The order of the result is the same on both engines. */
export function listCounts(
  rows: readonly (Omit<DropOffCount, 'measure' | 'runs'> & { counts: string })[],
  measures: readonly { measure: number; name: string }[],
): DropOffCount[] {
  const names = new Map(measures.map(({ measure, name }) => [measure, name]))
  const all = new Set(names.keys())
  return rows
    .flatMap(({ counts, ...row }) => {
      const held: MeasureCounts = new Map()
      addCounts(held, counts, all)
      return nameCounts(held, names).map((one) => ({ ...row, ...one }))
    })
    .toSorted((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))
}

function inOrder({ funnel, version, day, measure, segment }: DropOffCount): string {
  return JSON.stringify([funnel, version, day, measure, segment])
}

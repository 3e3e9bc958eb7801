import { KeptDays, type KeptDaysOptions, groupSize } from './kept-days.ts'
import type { MeasureCounts } from './measure-counts.ts'

/** Counts of the runs of one day by funnel and key. */
export interface KeptGroup {
  funnel: string
  key: string
  /** `[measure, runs, measure, runs, …]`, with the numbers of the measures. */
  counts: Int32Array
}

export type KeptCounts = KeptDays<KeptGroup>

export function createKeptCounts(options?: KeptDaysOptions): KeptCounts {
  return new KeptDays(({ counts }) => groupSize + counts.length, options)
}

export function toKeptGroup(funnel: string, key: string, counts: MeasureCounts): KeptGroup {
  const pairs = new Int32Array(2 * counts.size)
  let index = 0
  for (const [measure, runs] of counts) {
    pairs[index++] = measure
    pairs[index++] = runs
  }
  return { funnel, key, counts: pairs }
}

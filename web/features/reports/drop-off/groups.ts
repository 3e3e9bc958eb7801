import type { BreakdownReport } from '#domain/reports/drop-off/shape.ts'
import { dimensionNames, valueName } from '#domain/reports/words.ts'
import type { RunSegment } from '#domain/runs/dimensions.ts'
import type { Split } from './split-choice.tsx'

/** A group of runs with the same value of a dimension, or the same values of two. */
export type BreakdownRow = BreakdownReport['rows'][number]

/** Returns the filter that selects exactly the runs of a row. */
export function valuesOf({ by, and }: BreakdownReport, { key, andKey }: BreakdownRow): Partial<RunSegment> {
  return { [by]: key, ...(and !== null && andKey !== null && { [and]: andKey }) }
}

export function nameOf({ by, and, funnel }: BreakdownReport, { key, andKey }: BreakdownRow): string {
  const name = valueName(by, key, funnel)
  return and === null || andKey === null ? name : `${name}, ${valueName(and, andKey, funnel)}`
}

export function splitName({ by, and }: Split | BreakdownReport): string {
  return and === null || and === undefined
    ? dimensionNames[by]
    : `${dimensionNames[by]} und ${dimensionNames[and]}`
}

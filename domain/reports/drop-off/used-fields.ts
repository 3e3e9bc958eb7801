import type { MeasureCount } from '#domain/reports/counted-runs.ts'

/** What became of the runs at a step: they were lost there without a message, or completed it. */
export type Fate = 'left' | 'passed'

/** Numbers of runs that used a field, by bucket of the time in it (see `fieldTimeBucket`), and how they used it. */
interface FieldUse {
  times: ReadonlyMap<number, number>
  corrected: number
  neverFilled: number
}

export const emptyUse: FieldUse = { times: new Map(), corrected: 0, neverFilled: 0 }

interface UsedField {
  step: number
  fate: Fate
  field: string
}

export function fieldKey({ step, fate, field }: UsedField): string {
  return `${step}:${fate}:${field}`
}

export interface UsedFields {
  /** Runs lost without a message, by step. */
  silent: ReadonlyMap<number, number>
  lastFields: readonly { step: number; field: string; runs: number }[]
  /** Use of fields by `fieldKey`. */
  uses: ReadonlyMap<string, FieldUse>
  /** Returns the fields of a step that any of the runs used. */
  fieldsOf(step: number): string[]
}

/** Converts measures (see domain/runs/field-measures.ts) to figures. Measures of other kinds are ignored. */
export function readUsedFields(rows: readonly MeasureCount[]): UsedFields {
  const silent = new Map<number, number>()
  const lastFields: { step: number; field: string; runs: number }[] = []
  const uses = new Map<string, { times: Map<number, number>; corrected: number; neverFilled: number }>()
  const fields = new Map<number, Set<string>>()
  for (const { measure, runs } of rows) {
    if (runs === 0) continue
    const [kind, first, second = '', field = '', bucket] = measure.split(':')
    const step = Number(first)
    if (kind === 'silent') silent.set(step, runs)
    else if (kind === 'lastField') lastFields.push({ step, field: second, runs })
    else if (kind === 'fieldTime' || kind === 'corrected' || kind === 'neverFilled') {
      const key = fieldKey({ step, fate: second as Fate, field })
      const use = uses.get(key) ?? { times: new Map<number, number>(), corrected: 0, neverFilled: 0 }
      uses.set(key, use)
      if (kind === 'fieldTime') use.times.set(Number(bucket), runs)
      else use[kind] += runs
      fields.set(step, (fields.get(step) ?? new Set()).add(field))
    }
  }
  return { silent, lastFields, uses, fieldsOf: (step) => [...(fields.get(step) ?? [])] }
}

/** Returns the first bucket after which at most a quarter of the times lie; undefined without times. */
export function slowAfter(times: ReadonlyMap<number, number>): number | undefined {
  const sorted = [...times].toSorted(([a], [b]) => a - b)
  const all = sorted.reduce((sum, [, runs]) => sum + runs, 0)
  let seen = 0
  for (const [bucket, runs] of sorted) {
    seen += runs
    if (4 * seen >= 3 * all) return bucket
  }
  return undefined
}

import { fieldTimeBucket } from '#domain/runs/buckets/field-time-buckets.ts'
import type { RunState } from './run-state.ts'

/** Name under which runs are counted whose visitors used no field of the step at which they left. */
export const noField = '-'

interface Way {
  /** Furthest completed step in the version in which the run started. */
  furthest: number
  /** Whether the visitor left without ordering. */
  hasLeft: boolean
}

/**
 * Returns the measures that explain losses without a message:
 * - `silent:<step>` if the visitor left at this step and no rule ever rejected a field there or later; and
 *   `lastField:<step>:<field>` with the field in which they were last, if it is known
 * - `fieldTime:<step>:<fate>:<field>:<bucket>` for each field that the visitor used, with the time in it. `fate` is `left`
 *   at the step of `silent`, and `passed` at the completed steps. Fields of other steps are not counted.
 * - `corrected:<step>:<fate>:<field>` and `neverFilled:<step>:<fate>:<field>` for those of these fields that the visitor
 *   changed again after using another one, or that had no value each time the step was left.
 */
export function fieldMeasures(state: RunState, { furthest, hasLeft }: Way): string[] {
  const { version } = state.origin
  const isOwn = (part: { version: number }) => part.version === version
  const passed = new Set(state.steps.filter(isOwn).map(({ step }) => step))
  const lostAt = furthest + 1
  const isSilent = hasLeft && !state.refusals.some((one) => isOwn(one) && one.step >= lostAt)
  const { lastField } = state
  const isKnown = isSilent && lastField && isOwn(lastField) && lastField.step === lostAt
  return [
    ...(isSilent ? [`silent:${lostAt}`] : []),
    ...(isKnown ? [`lastField:${lostAt}:${lastField.field ?? noField}`] : []),
    ...state.fieldUse.filter(isOwn).flatMap(({ step, fields }) => {
      const fate = passed.has(step) ? 'passed' : isSilent && step === lostAt ? 'left' : undefined
      return fate === undefined ? [] : Object.entries(fields).flatMap(measuresOf(`${step}:${fate}`))
    }),
  ]
}

type Use = RunState['fieldUse'][number]['fields'][string]

function measuresOf(where: string) {
  return ([field, { ms, edits, neverFilled }]: [string, Use]): string[] => [
    `fieldTime:${where}:${field}:${fieldTimeBucket(ms)}`,
    ...(edits > 0 ? [`corrected:${where}:${field}`] : []),
    ...(neverFilled ? [`neverFilled:${where}:${field}`] : []),
  ]
}

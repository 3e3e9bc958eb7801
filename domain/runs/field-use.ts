import type { FieldTime } from '#domain/events/field-times.ts'
import type { StoredEventOf } from '#domain/events/stored-event.ts'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import { funnelByType } from '#domain/funnels/index.ts'
import type { LastField, RunState, StepUse } from './run-state.ts'

type WithFields = StoredEventOf<'step'> | StoredEventOf<'abandon'>

/**
 * Adds how the visitor used fields since the previous report. All parts are sums or hold for every report, so the result
 * does not depend on the order of the events. Fields of other steps are ignored; this bounds the size of the state.
 */
export function addFieldUse(known: StepUse[], event: WithFields): StepUse[] {
  const times = (event.data.fieldTimes ?? []).filter(({ field }) => isOfStep(event, field))
  if (times.length === 0) return known
  const { funnelVersion: version, step } = event
  const before = known.find((use) => use.version === version && use.step === step)
  const fields = new Map(Object.entries(before?.fields ?? {}))
  for (const time of times) fields.set(time.field, sumOf(fields.get(time.field), time))
  const sorted = [...fields].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const use = { version, step, fields: Object.fromEntries(sorted) }
  return [...known.filter((other) => other !== before), use].toSorted(
    (a, b) => a.version - b.version || a.step - b.step,
  )
}

type FieldUse = StepUse['fields'][string]

function sumOf(known: FieldUse | undefined, { seconds, edits, empty }: FieldTime): FieldUse {
  const edited = (known?.edits ?? 0) + edits
  const neverFilled = empty && known?.neverFilled !== false
  return { ms: (known?.ms ?? 0) + Math.round(seconds * 1000), edits: edited, neverFilled }
}

/** Returns the field in which the visitor was before the latest departure whose client reports fields. */
export function lastFieldAfter(
  known: RunState['lastField'],
  event: StoredEventOf<'abandon'>,
): LastField | null {
  const { field, fieldTimes } = event.data
  if (field === undefined && fieldTimes === undefined) return known
  const { at, position, funnelVersion: version, step } = event
  if (known && (known.at > at || (known.at === at && known.position > position))) return known
  return { at, position, version, step, field: field !== undefined && isOfStep(event, field) ? field : null }
}

/** Returns whether the step has this field. In earlier versions of a funnel, any field can have been on any step. */
function isOfStep({ funnel: type, funnelVersion, step }: WithFields, field: string): boolean {
  const funnel = funnelByType(type)
  const dot = field.indexOf('.')
  const name = dot === -1 ? field : field.slice(0, dot)
  if (!funnel || !fieldsByNameOf(funnel).has(name)) return false
  return funnelVersion !== funnel.version || hasField(funnel, step, name)
}

/** Names of the fields of each step. Searching the steps would take a tenth of the time of projecting. */
const fieldsOfSteps = new WeakMap<Funnel, readonly ReadonlySet<string>[]>()

function hasField(funnel: Funnel, step: number, name: string): boolean {
  let steps = fieldsOfSteps.get(funnel)
  if (!steps) {
    steps = funnel.steps.map(({ fields }) => new Set(fields.map((field) => field.name)))
    fieldsOfSteps.set(funnel, steps)
  }
  return steps[step - 1]?.has(name) ?? false
}

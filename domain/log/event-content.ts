import type { WireEvent } from '#domain/events/wire-events.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'

/** Members of `data` that can differ between two clicks on the same button. */
const ignored = new Set(['seconds', 'trigger'])

/**
 * Returns the content of an event as text. Events with the same run, type, step, field values and data are repeats,
 * regardless of their ids and times; `decideAppend` suppresses them.
 */
export function contentOf(
  { runId, type, step, data }: WireEvent,
  { funnel, values }: { funnel: Funnel; values: FieldValues },
): string {
  const counted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) if (!ignored.has(name)) counted[name] = value
  // Field values are in the order of the funnel and `data` in the order of its schema, so equal content yields equal
  // text.
  const entries: unknown[] = []
  for (const { name } of fieldsOf(funnel)) {
    const entered = values[name]
    if (entered !== undefined) entries.push(name, entered)
  }
  return JSON.stringify([runId, type, step, entries, counted])
}

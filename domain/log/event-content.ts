import type { WireEvent } from '#domain/events/wire-events.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'

/** Members of `data` that `contentOf` ignores, because they can differ between two clicks on the same button. */
const ignored = new Set(['seconds', 'trigger', 'field', 'fieldTimes'])

/**
 * Returns the run, type, step, field values and data of an event as text. `decideAppend` compares a hash of this text:
 * an event with the same content as a stored event can be a duplicate, even if its id and times differ.
 */
export function contentOf(
  { runId, type, step, data }: WireEvent,
  { funnel, values }: { funnel: Funnel; values: FieldValues },
): string {
  const counted: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(data)) if (!ignored.has(name)) counted[name] = value
  // List the field values in the order of the funnel's fields, and `data` in the order of its schema. Equal content
  // then always yields equal text.
  const entries: unknown[] = []
  for (const { name } of fieldsOf(funnel)) {
    const entered = values[name]
    if (entered !== undefined) entries.push(name, entered)
  }
  return JSON.stringify([runId, type, step, entries, counted])
}

import type { FieldValue, FieldValues, Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import type { EventMeta, StoredEvent } from './stored-event.ts'

/** Personal values of one event, as stored in the vault. */
export interface PersonalRow {
  position: number
  personal: { form?: Readonly<Record<string, unknown>>; clickIds?: Readonly<Record<string, string>> }
}

export interface FormAsOf {
  /** Values of fields with a closed set of values. They are not personal and are stored in the event log. */
  facts: Readonly<Record<string, string | boolean>>
  /** The facts together with the personal values from the vault. */
  values: FieldValues
}

type FormEvent = Pick<StoredEvent, 'position' | 'type' | 'facts'> & { meta?: Pick<EventMeta, 'replayed'> }

/**
 * Returns the form as it was after the last of the events, which must be in log order. A value replaces the previous
 * value of the same field. A `complete` or `amended` contains the whole form and replaces all previous values. Replayed
 * events are older than their positions say: their values replace none.
 */
export function formAsOf(logged: readonly FormEvent[], personal: readonly PersonalRow[]): FormAsOf {
  const [replayed, others] = [true, false].map((wanted) =>
    logged.filter(({ meta }) => (meta?.replayed !== undefined) === wanted),
  ) as [FormEvent[], FormEvent[]]
  const events = [...replayed, ...others]
  const forms = new Map(personal.map((row) => [row.position, row.personal.form]))
  const facts: Record<string, string | boolean> = {}
  const values: Record<string, FieldValue> = {}
  const whole = events.findLastIndex(({ type }) => type === 'complete' || type === 'amended')
  for (const event of events.slice(Math.max(whole, 0))) {
    Object.assign(facts, event.facts)
    Object.assign(values, event.facts, forms.get(event.position))
  }
  return { facts, values }
}

/** Returns the fields that are shown for these values. The condition of a field ignores the values of hidden fields. */
export function shownFields(funnel: Funnel, values: FieldValues): Field[] {
  const kept: Record<string, FieldValue> = {}
  return fieldsOf(funnel).filter((field) => {
    if (field.when && !field.when(kept)) return false
    const value = values[field.name]
    if (value !== undefined) kept[field.name] = value
    return true
  })
}

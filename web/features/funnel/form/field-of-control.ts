import type { FieldValues } from '#domain/forms/define-field.ts'

/**
 * Returns the name of the field to which a control belongs (see `controlId`). For a part of an address, returns the
 * name of the part, such as `adresse.plz`. Returns undefined for elements that are no controls of fields.
 */
export function fieldOfControl({ id, name = '' }: Element & { name?: string }): string | undefined {
  // The inputs of a date, the options of a choice and the pickers of files have a suffix after the field's id.
  const [, field] = /^feld-(\w+)/.exec(id) ?? []
  return field && name.startsWith(`${field}.`) ? name : field
}

/** Returns whether a field or part of an address has no value. A box that is not ticked has none either. */
export function isEmptyField(values: FieldValues, field: string): boolean {
  const [name = '', part] = field.split('.')
  const value = values[name]
  const entered = part === undefined ? value : (value as Partial<Record<string, string>> | undefined)?.[part]
  return Array.isArray(entered) ? entered.length === 0 : !entered
}

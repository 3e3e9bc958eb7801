import type { Field, FieldValues } from './define-field.ts'
import { type Funnel, fieldsOf } from './define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'

/** Returns the names of the fields whose values must be left out of events that are stored on the visitor's device. */
export function sensitiveFields(funnel: Funnel): string[] {
  return fieldsOf(funnel).flatMap((field) => (kindOf(field).isSensitive ? [field.name] : []))
}

/** Returns whether this field of the funnel accepts uploads. */
export function acceptsUploads(funnel: Funnel, name: string): boolean {
  return fieldsOf(funnel).some((field) => field.name === name && field.kind === 'files')
}

/** The upload ids in one field. There is at least one. */
export interface UploadValue {
  field: string
  ids: readonly string[]
}

/**
 * Returns the upload ids in the values of the given fields, in the order of the fields. Leaves out fields without
 * uploads.
 */
export function uploadsIn(fields: readonly Field[], values: FieldValues): UploadValue[] {
  return fields.flatMap(({ kind, name }) => {
    const ids = kind === 'files' ? values[name] : undefined
    return Array.isArray(ids) && ids.length > 0 ? [{ field: name, ids }] : []
  })
}

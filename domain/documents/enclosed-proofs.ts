import { shownFields } from '#domain/events/form-as-of.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { resolveField } from '#domain/forms/visible-fields.ts'
import { documentLabel } from './document-sections.ts'

/** An uploaded file that is enclosed with the letter. */
export interface EnclosedProof {
  uploadId: string
  /** Title in the list of enclosures. */
  title: string
}

/** Returns the files of the shown fields, in the order of the fields. Files of the same field are numbered. */
export function enclosedProofs(funnel: Funnel, values: FieldValues): EnclosedProof[] {
  return shownFields(funnel, values).flatMap((field) => {
    const ids = field.kind === 'files' ? values[field.name] : undefined
    if (!Array.isArray(ids)) return []
    const label = documentLabel(resolveField(field, values))
    return ids.map((uploadId, index) => ({
      uploadId,
      title: ids.length === 1 ? label : `${label} (${index + 1} von ${ids.length})`,
    }))
  })
}

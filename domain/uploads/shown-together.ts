import type { Field, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'

const isShown = ({ when }: Field, values: FieldValues) => !when || when(values)

/**
 * Returns the names of the file fields that can be shown at the same time as the given one, itself included. Files of
 * other fields remain from an earlier choice of the visitor and are not part of the letter. The conditions of file
 * fields depend on one choice at most, so it is enough to try each option on its own.
 */
export function fieldsShownWith(funnel: Funnel, name: string): ReadonlySet<string> {
  const fields = fieldsOf(funnel)
  const choices: FieldValues[] = fields.flatMap((field) =>
    field.kind === 'choice' ? field.options.map(({ value }) => ({ [field.name]: value })) : [],
  )
  const views = [{}, ...choices].map((values) =>
    fields.filter((field) => field.kind === 'files' && isShown(field, values)).map((field) => field.name),
  )
  return new Set(views.filter((view) => view.includes(name)).flat())
}

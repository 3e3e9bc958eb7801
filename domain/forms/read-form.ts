import type { FieldValue, FieldValues } from './define-field.ts'
import { type Funnel, fieldsByNameOf } from './define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { readValue } from './read-value.ts'
import { valueShape } from './value-shape.ts'

/** Maximum number of issues before reading stops, because a hostile form can contain thousands of unknown fields. */
const maxIssues = 30

export interface ShapeIssue {
  /** Field name; for a part of an address also the name of the part, as in `adresse.plz`. */
  field: string
  message: string
}

/**
 * Reads a form whose fields must be known and have values of the right type and length. This is the only check of the
 * forms of unfinished runs (`step`, `email`, `abandon`): their rules are not checked, because a step must not be lost
 * when a rule changes at midnight. For a `complete` it is the first check, before `checkForm` checks the rules.
 * `shapeOf` returns the schema of a field. Never throws, and messages never contain a value.
 */
export function readForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  shapeOf: typeof valueShape = valueShape,
): { values: FieldValues; issues: ShapeIssue[] } {
  const fields = fieldsByNameOf(funnel)
  const values: Record<string, FieldValue> = {}
  const issues: ShapeIssue[] = []
  for (const [name, raw] of Object.entries(form)) {
    if (issues.length >= maxIssues) break
    const field = fields.get(name)
    if (!field) {
      const shown = name.slice(0, 64)
      issues.push({ field: shown, message: `unknown field of ${funnel.type}: ${JSON.stringify(shown)}` })
      continue
    }
    const value = readValue(raw)
    if (value === undefined) continue
    const parsed = shapeOf(field).safeParse(value)
    if (parsed.success) values[name] = parsed.data as FieldValue
    else
      issues.push(
        ...parsed.error.issues.map((issue) => ({
          // For kinds without parts the path contains an array index, for example of an upload, which is left out.
          field: kindOf(field).parts ? [name, ...issue.path.map(String)].join('.') : name,
          message: issue.message,
        })),
      )
  }
  return { values, issues }
}

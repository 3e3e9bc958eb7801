import type { FieldValue, FieldValues } from './define-field.ts'
import { type Funnel, fieldsByNameOf } from './define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { parseValue } from '#domain/forms/rules/parse-value.ts'
import { readValue } from './read-value.ts'
import { valueShape } from './value-shape.ts'

/** Number of issues after which reading stops. A hostile form can contain thousands of unknown fields. */
const maxIssues = 30

export interface ShapeIssue {
  /** Field name; for a part of an address also the name of the part, as in `adresse.plz`. */
  field: string
  message: string
}

/**
 * Reads a form: its fields must be known, and their values must have the right type and length. `shapeOf` returns the
 * schema of a field. Never throws, and messages never contain a value.
 *
 * The rules of the funnel are not checked here. Some of them depend on the current date. If they were checked, a step
 * that was filled in before midnight and received after it could be rejected and lost. `checkForm` checks the rules,
 * but only for a `complete`.
 */
export function readForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  shapeOf: typeof valueShape = valueShape,
): { values: FieldValues; issues: ShapeIssue[] } {
  const fields = fieldsByNameOf(funnel)
  const values: Record<string, FieldValue> = {}
  const issues: ShapeIssue[] = []
  for (const name of Object.keys(form)) {
    if (issues.length >= maxIssues) break
    const field = fields.get(name)
    if (!field) {
      const shown = name.slice(0, 64)
      issues.push({ field: shown, message: `unknown field of ${funnel.type}: ${JSON.stringify(shown)}` })
      continue
    }
    const value = readValue(form[name])
    const { parts, isEmpty } = kindOf(field)
    if (value === undefined) continue
    const parsed = parseValue(shapeOf(field), value)
    if (parsed.success) {
      // An address with only a country counts as absent. For other kinds, empty values such as `false` are stored.
      if (!parts || !isEmpty?.(value)) values[name] = parsed.data as FieldValue
    } else
      issues.push(
        ...parsed.error.issues.map((issue) => ({
          // Names the part of an address, for example `adresse.plz`. Leaves out any other path, such as a list index.
          field: parts ? [name, ...issue.path.map(String)].join('.') : name,
          message: issue.message,
        })),
      )
  }
  return { values, issues }
}

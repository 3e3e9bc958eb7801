import type { CalendarDate } from '#domain/time/berlin-time.ts'
import type { Address } from './address-parts.ts'
import { isClosedValue } from './closed-values.ts'
import type { Field, FieldValue, FieldValues, Refusal } from './define-field.ts'
import { type Funnel, fieldsOf } from './define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { refuseUnprintable } from '#domain/forms/rules/unprintable.ts'
import { parseValue } from '#domain/forms/rules/parse-value.ts'
import { readValue } from './read-value.ts'
import { valueShape } from './value-shape.ts'
import { isRequired, wordingOf } from './visible-fields.ts'

export interface FormIssue {
  /** Number of the step that shows the field, counted from 1. */
  step: number
  /** Field name; for a part of an address also the name of the part, as in `adresse.plz`. */
  field: string
  rule: Refusal
  message: string
}

export interface CheckedForm {
  /**
   * Values of the shown fields in their stored format, without empty values. A refused value of the right type is kept
   * as entered, so that the page continues to show it.
   */
  values: FieldValues
  /** Issues in the order of the steps and their fields; the page scrolls to the first one. */
  issues: FormIssue[]
}

/**
 * Checks a form against its funnel, both in the browser and when the service receives a `complete`. If `steps` is
 * given, returns only the issues of these steps. The values of all steps are still read, because a field may depend on
 * the fields before it. Ignores unknown fields, which `readForm` refuses. Never throws, whatever the form contains.
 */
export function checkForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  today: CalendarDate,
  steps?: readonly number[],
): CheckedForm {
  const values: Record<string, FieldValue> = {}
  const issues = [...issuesOf(funnel, form, { today, steps, values })]
  return { values, issues }
}

/** Returns the first of the issues that `checkForm` returns, without checking the fields after it. */
export function firstIssue(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  today: CalendarDate,
): FormIssue | undefined {
  return issuesOf(funnel, form, { today, values: {} }).next().value
}

interface Check {
  today: CalendarDate
  /** Numbers of the steps whose issues are wanted; by default, of all. */
  steps?: readonly number[] | undefined
  /** Receives the values. */
  values: Record<string, FieldValue>
}

function* issuesOf(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  { today, steps, values }: Check,
): Generator<FormIssue, undefined> {
  for (const [index, { fields }] of funnel.steps.entries()) {
    const step = index + 1
    const isWanted = !steps || steps.includes(step)
    for (const field of fields) {
      if (field.when && !field.when(values)) continue
      const entered = Object.hasOwn(form, field.name) ? readValue(form[field.name]) : undefined
      const checked = checkField(field, entered ?? field.whenEmpty?.(values), { today, values, isWanted })
      if (checked.value !== undefined) values[field.name] = checked.value
      if (isWanted) for (const issue of checked.issues) yield { step, ...issue }
    }
  }
}

interface CheckedField {
  value?: FieldValue | undefined
  issues: Omit<FormIssue, 'step'>[]
}

interface FieldCheck {
  today: CalendarDate
  /** Values of the preceding fields. */
  values: FieldValues
  /** Whether the issues of the field are wanted. */
  isWanted: boolean
}

function checkField(field: Field, entered: unknown, { today, values, isWanted }: FieldCheck): CheckedField {
  const { name } = field
  const kind = kindOf(field)
  const empty = entered === undefined || (kind.isEmpty?.(entered) ?? false)
  if (empty && !isRequired(field, values)) return { issues: [] }
  const { missing, notBegun } = wordingOf(field, values)
  if (empty && !kind.parts) return { issues: [{ field: name, rule: 'required', message: missing! }] }
  const kept = () => valueShape(field).safeParse(entered).data as FieldValue | undefined
  if (empty && !isWanted) return { value: kept(), issues: [] }
  // If a required address is missing, an empty object is checked instead, so that the issues name the missing parts.
  const parsed = parseValue(field.rule(today, values), entered ?? {})
  if (parsed.success) {
    const value = parsed.data as FieldValue
    const message = field.mismatch?.(value, values)
    if (message !== undefined) return { value, issues: [{ field: name, rule: 'mismatch', message }] }
    return { value, issues: unprintableIssues(name, value) }
  }
  const issues = parsed.error.issues.map((issue) => ({
    field: [name, ...issue.path.map(String)].join('.'),
    rule: refusalOf(issue),
    message: (empty ? notBegun : undefined) ?? issue.message,
  }))
  return { value: kept(), issues }
}

/** Returns an issue for each text with characters that documents cannot contain. */
function unprintableIssues(name: string, value: FieldValue): CheckedField['issues'] {
  if (typeof value === 'boolean' || Array.isArray(value)) return []
  const texts = typeof value === 'string' ? [[name, value]] : partsOf(name, value)
  return texts.flatMap(([field = name, text = '']) => {
    const message = refuseUnprintable(text)
    return message === undefined ? [] : [{ field, rule: 'format' as const, message }]
  })
}

const partsOf = (name: string, address: Address) =>
  Object.entries(address).map(([part, text]) => [`${name}.${part}`, text])

function refusalOf(issue: object): Refusal {
  const params = 'params' in issue ? (issue.params as { rule?: Refusal } | undefined) : undefined
  return params?.rule ?? 'format'
}

/**
 * Splits values into facts for the event log and personal values for the vault. A value that is not in the closed set
 * of its field could be arbitrary text and therefore goes to the vault, even if the field is stored as a fact.
 */
export function splitForm(
  funnel: Funnel,
  values: FieldValues,
): { facts: Record<string, string | boolean>; personal: Record<string, FieldValue> } {
  const facts: Record<string, string | boolean> = {}
  const personal: Record<string, FieldValue> = {}
  for (const field of fieldsOf(funnel)) {
    const value = values[field.name]
    if (value === undefined) continue
    if (isFact(field, value)) facts[field.name] = value
    else personal[field.name] = value
  }
  return { facts, personal }
}

function isFact(field: Field, value: FieldValue): value is string | boolean {
  if (!('fact' in field) || !field.fact) return false
  return isClosedValue(field, value)
}

import { type CalendarDate, berlinDate } from '#domain/time/berlin-time.ts'
import { type FormIssue, firstIssue } from '#domain/forms/check-form.ts'
import type { FieldValues, Field } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { readForm } from '#domain/forms/read-form.ts'
import { isSameValue } from '#domain/forms/same-value.ts'
import type { ErrorEntry } from '#web/ui/form/error-summary.tsx'

/** Current values of the controls, not yet validated. */
export type FormValues = Record<string, unknown>

export function today(): CalendarDate {
  return berlinDate(Date.now())
}

/**
 * Returns the stored values or, if missing, the defaults. If 'next possible month' is ticked, computes that month for
 * the date `on`.
 */
export function initialValues(funnel: Funnel, kept: FieldValues, on: CalendarDate): FormValues {
  const fields = fieldsOf(funnel)
  const entered: FormValues = {}
  for (const field of fields) {
    const value = kept[field.name] ?? defaultOf(field)
    if (value !== undefined) entered[field.name] = value
  }
  // A month field can have a checkbox 'next possible month'. The checkbox may be declared after the month, so a second
  // pass is needed.
  for (const field of fields) {
    const next = field.kind === 'month' ? field.nextPossible : undefined
    if (next && entered[next.field] === true) entered[field.name] = next.value(on)
  }
  return entered
}

function defaultOf(field: Field): unknown {
  const declared = 'default' in field ? field.default : undefined
  return declared ?? (kindOf(field).startsEmpty ? emptyValue(field) : undefined)
}

/** Returns the first incomplete step, or the last step if all are complete. Visitors cannot open the steps after it. */
export function firstOpenStep(funnel: Funnel, entered: FormValues, on: CalendarDate): number {
  const last = funnel.steps.length
  return Math.min(firstIssue(funnel, entered, on)?.step ?? last, last)
}

/**
 * Returns the empty value of a field. It is never `undefined`, because react-hook-form replaces `undefined` with the
 * initial value.
 */
export function emptyValue(field: Field): unknown {
  return kindOf(field).empty()
}

interface DraftValues {
  answers: FieldValues
  /** Values that a link has preselected and the visitor has neither changed nor confirmed. */
  linked: Readonly<Record<string, string>>
}

/**
 * Returns the options that the query string preselects (`?grund=ausland`), by field name. Ignores unknown options and
 * fields that already have a value, so that a link never overwrites an entry. It replaces the option of an earlier link.
 */
export function preselected(
  funnel: Funnel,
  { answers, linked }: DraftValues,
  search: string,
): Record<string, string> {
  const query = new URLSearchParams(search)
  const chosen = fieldsOf(funnel).flatMap((field) => {
    if (field.kind !== 'choice' || !field.preselect) return []
    if (answers[field.name] !== undefined && answers[field.name] !== linked[field.name]) return []
    const value = query.get(field.preselect)
    return value && field.options.some((option) => option.value === value)
      ? [[field.name, value] as const]
      : []
  })
  return Object.fromEntries(chosen)
}

/** Returns whether the visitor has entered something, apart from defaults and options that a link has preselected. */
export function hasEntries(funnel: Funnel, { answers, linked }: DraftValues): boolean {
  const initial = readForm(funnel, initialValues(funnel, linked, today())).values
  return Object.entries(answers).some(([name, value]) => !isSameValue(value, initial[name]))
}

/** Returns the element id of the control for a field or a part of an address. */
export function controlId(field: string): string {
  return `feld-${field.replaceAll('.', '-')}`
}

/**
 * Removes issues that repeat the message of another issue about the same field. The parts of an address count as one
 * field.
 */
export function distinctIssues(issues: readonly FormIssue[]): FormIssue[] {
  const seen = new Set<string>()
  return issues.filter(({ field, message }) => {
    const key = `${field.split('.')[0]} ${message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/**
 * Returns the issues of these fields as links to the controls. If several fields share a message, for example two IBANs, each message
 * starts with the label of its field.
 */
export function errorEntries(issues: readonly FormIssue[], fields: readonly Field[]): ErrorEntry[] {
  const fieldOf = (issue: FormIssue) => fields.find(({ name }) => name === issue.field.split('.')[0])
  const distinct = distinctIssues(issues.filter(fieldOf))
  return distinct.map((issue) => {
    const { field, message } = issue
    const shared = distinct.some((other) => other.field !== field && other.message === message)
    const label = shared && fieldOf(issue)?.label
    return { target: controlId(field), message: label ? `${label}: ${message}` : message }
  })
}

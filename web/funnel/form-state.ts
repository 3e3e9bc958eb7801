import { type CalendarDate, berlinDate } from '#domain/berlin-time.ts'
import { type FormIssue, checkForm } from '#domain/check-form.ts'
import { type Answers, type Field, type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import type { ErrorEntry } from '#web/ui/error-summary.tsx'

/** What the controls hold: answers as they are being entered, not yet checked. */
export type FormValues = Record<string, unknown>

export function today(): CalendarDate {
  return berlinDate(Date.now())
}

/**
 * Values to begin with: the kept answers over the funnel's defaults, where a box that is left alone says no; a 'next
 * possible' month is always this month's.
 */
export function initialValues(funnel: Funnel, answers: Answers, on: CalendarDate): FormValues {
  const fields = fieldsOf(funnel)
  const values: FormValues = {}
  for (const field of fields) {
    const value = answers[field.name] ?? field.default ?? (field.kind === 'checkbox' ? false : undefined)
    if (value !== undefined) values[field.name] = value
  }
  // After all are there, because the box may stand behind its month.
  for (const { name, nextPossible } of fields)
    if (nextPossible && values[nextPossible.field] === true) values[name] = nextPossible.value(on)
  return values
}

/** The first step that is not complete yet, or the last one. Later steps cannot be opened. */
export function firstOpenStep(funnel: Funnel, values: FormValues, on: CalendarDate): number {
  const last = funnel.steps.length
  const issue = checkForm(funnel, values, on).issues[0]
  return Math.min(issue?.step ?? last, last)
}

/** What a control holds when nothing is entered. Undefined would bring back the value that the form began with. */
export function emptyValue({ kind }: Field): unknown {
  if (kind === 'checkbox' || kind === 'consent') return false
  if (kind === 'files') return []
  return kind === 'address' ? { strasse: '', hausnummer: '', plz: '', ort: '', land: '' } : ''
}

/**
 * What the address of the page chooses beforehand, by the name of the field (`?grund=ausland`): an option that there is,
 * for a field without an answer. What a visitor has entered is never changed by a link.
 */
export function preselected(funnel: Funnel, answers: Answers, search: string): Record<string, string> {
  const query = new URLSearchParams(search)
  const chosen = fieldsOf(funnel).flatMap(({ name, preselect, options }) => {
    const value = preselect && answers[name] === undefined && query.get(preselect)
    return value && options?.some((option) => option.value === value) ? [[name, value] as const] : []
  })
  return Object.fromEntries(chosen)
}

/** Id of the control that enters a field or, of an address, a part of it. */
export function controlId(field: string): string {
  return `feld-${field.replaceAll('.', '-')}`
}

/** The issues as a list to read: parts of one address share a message, which is said once. */
export function distinctIssues(issues: readonly FormIssue[]): FormIssue[] {
  const seen = new Set<string>()
  return issues.filter(({ field, message }) => {
    const key = `${field.split('.')[0]} ${message}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** The same as links to the controls. Where fields share a message, as two IBANs do, their labels tell them apart. */
export function errorEntries(issues: readonly FormIssue[], fields: readonly Field[]): ErrorEntry[] {
  const distinct = distinctIssues(issues)
  return distinct.map(({ field, message }) => {
    const shared = distinct.some((other) => other.field !== field && other.message === message)
    const label = shared && fields.find(({ name }) => name === field.split('.')[0])?.label
    return { target: controlId(field), message: label ? `${label}: ${message}` : message }
  })
}

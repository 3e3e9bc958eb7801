import { answerShape } from './answer-shape.ts'
import type { CalendarDate } from './berlin-time.ts'
import {
  type Answer,
  type Answers,
  type Field,
  type Funnel,
  type Refusal,
  fieldsOf,
} from './funnels/define-funnel.ts'
import { worded } from './funnels/asked-fields.ts'
import { readAnswer } from './read-answer.ts'

export interface FormIssue {
  /** Number of the step that asks for the field, from 1. */
  step: number
  /** Field name, with the part for an address: `adresse.plz`. */
  field: string
  rule: Refusal
  message: string
}

export interface CheckedForm {
  /**
   * Answers of the fields that are shown, in the form in which they are stored; empty values and hidden fields are gone.
   * A refused answer is kept as it was entered, if it has the right type at all: the page goes on showing it.
   */
  answers: Answers
  /** In the order of the steps and their fields, so the first one is where the page scrolls to. */
  issues: FormIssue[]
}

/**
 * Checks a form against its funnel: the browser's resolver and the service's own check of a `complete`.
 * `steps` limits the issues to some steps; the answers of all steps are read all the same,
 * because a field may depend on an earlier one. Unknown fields are ignored here; `readForm` refuses them.
 * Never throws, whatever the form holds.
 */
export function checkForm(
  funnel: Funnel,
  form: Readonly<Record<string, unknown>>,
  today: CalendarDate,
  steps?: readonly number[],
): CheckedForm {
  const answers: Record<string, Answer> = {}
  const issues: FormIssue[] = []
  for (const [index, step] of funnel.steps.entries()) {
    for (const field of step.fields) {
      if (field.when && !field.when(answers)) continue
      const value = Object.hasOwn(form, field.name) ? readAnswer(form[field.name]) : undefined
      const found = checkField(field, value ?? field.whenEmpty?.(answers), today, answers)
      if (found.answer !== undefined) answers[field.name] = found.answer
      if (!steps || steps.includes(index + 1))
        issues.push(...found.issues.map((issue) => ({ step: index + 1, ...issue })))
    }
  }
  return { answers, issues }
}

interface CheckedField {
  answer?: Answer | undefined
  issues: Omit<FormIssue, 'step'>[]
}

function checkField(declared: Field, value: unknown, today: CalendarDate, answers: Answers): CheckedField {
  const field = worded(declared, answers)
  const { name, missing } = field
  const empty = value === undefined || (field.kind === 'consent' && value === false)
  if (empty && !missing) return { issues: [] }
  if (empty && field.kind !== 'address')
    return { issues: [{ field: name, rule: 'required', message: missing! }] }
  // An address that was not begun is checked as an empty one, so that its missing parts are named.
  const parsed = field.rule(today, answers).safeParse(empty ? {} : value)
  if (parsed.success) {
    const answer = parsed.data as Answer
    const message = field.mismatch?.(answer, answers)
    return { answer, issues: message === undefined ? [] : [{ field: name, rule: 'mismatch', message }] }
  }
  const notBegun = empty ? field.notBegun : undefined
  const issues = parsed.error.issues.map((issue) => ({
    field: [name, ...issue.path.map(String)].join('.'),
    rule: refusalOf(issue),
    message: notBegun ?? issue.message,
  }))
  return { answer: answerShape(declared).safeParse(value).data as Answer | undefined, issues }
}

function refusalOf(issue: object): Refusal {
  const params = 'params' in issue ? (issue.params as { rule?: Refusal } | undefined) : undefined
  return params?.rule ?? 'format'
}

/** What may stand in the event log, and what belongs in the vault (DESIGN 3). */
export function splitForm(
  funnel: Funnel,
  answers: Answers,
): { facts: Record<string, string | boolean>; personal: Record<string, Answer> } {
  const facts: Record<string, string | boolean> = {}
  const personal: Record<string, Answer> = {}
  for (const field of fieldsOf(funnel)) {
    const answer = answers[field.name]
    if (answer === undefined) continue
    if (field.fact) facts[field.name] = answer as string | boolean
    else personal[field.name] = answer
  }
  return { facts, personal }
}

import type { FieldErrors, Resolver } from 'react-hook-form'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FormValues, today } from './form-state.ts'

/** Returns a react-hook-form resolver that validates one step of the funnel. */
export function stepResolver(funnel: Funnel, step: number): Resolver<FormValues> {
  return (entered) => {
    const { values, issues } = checkForm(funnel, entered, today(), [step])
    return issues.length === 0 ? { values, errors: {} } : { values: {}, errors: nestIssues(issues) }
  }
}

/** Converts issues to react-hook-form's errors. Keeps only the first issue of each field or part of an address. */
export function nestIssues(issues: readonly FormIssue[]): FieldErrors<FormValues> {
  const errors: Record<string, Record<string, unknown>> = {}
  for (const { field, rule, message } of issues) {
    const [name = '', part] = field.split('.')
    const error = { type: rule, message }
    if (part) errors[name] = { [part]: error, ...errors[name] }
    else errors[name] ??= error
  }
  return errors
}

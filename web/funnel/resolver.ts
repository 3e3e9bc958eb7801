import type { FieldErrors, Resolver } from 'react-hook-form'
import { type FormIssue, checkForm } from '#domain/check-form.ts'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { type FormValues, today } from './form-state.ts'

/** react-hook-form's validation of one step, derived from the funnel. */
export function stepResolver(funnel: Funnel, step: number): Resolver<FormValues> {
  return (values) => {
    const { answers, issues } = checkForm(funnel, values, today(), [step])
    return issues.length === 0 ? { values: answers, errors: {} } : { values: {}, errors: nestIssues(issues) }
  }
}

/** Issues by field, and by part for an address; the first one of a field counts. */
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

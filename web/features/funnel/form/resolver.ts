import type { FieldErrors, Resolver } from 'react-hook-form'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { nextTask } from '#web/ui/timing/next-task.ts'
import { type FormValues, today } from './form-state.ts'

/**
 * Returns a react-hook-form resolver that validates one step of the funnel. It validates in a new task, so that a key is
 * shown before the change of the errors, which moves the rest of the page.
 */
export function stepResolver(funnel: Funnel, step: number): Resolver<FormValues> {
  return async (entered) => {
    await nextTask()
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

import { useEffect } from 'react'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { today } from '#web/features/funnel/form/form-state.ts'
import type { RunTracker } from '#web/features/funnel/run/run-tracker.ts'

const quiet = 1000

/** Tracks a valid e-mail address when its field loses the focus or after one second without typing. */
export function useEmailReport(
  funnel: Funnel,
  step: number,
  values: FieldValues,
  runTracker: RunTracker,
): void {
  const field = funnel.steps[step - 1]?.fields.find(({ kind }) => kind === 'email')
  const entered = field && values[field.name]
  const email =
    typeof entered === 'string' && field?.rule(today(), values).safeParse(entered).success
      ? entered
      : undefined
  useEffect(() => {
    if (!email || !field) return
    const report = () => runTracker.emailed(email)
    const timer = setTimeout(report, quiet)
    const onLeave = (event: FocusEvent) => {
      if (event.target instanceof HTMLInputElement && event.target.name === field.name) report()
    }
    document.addEventListener('focusout', onLeave)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusout', onLeave)
    }
  }, [email, field, runTracker])
}

import { useEffect } from 'react'
import type { Answers, Funnel } from '#domain/funnels/define-funnel.ts'
import { today } from './form-state.ts'
import type { RunTracker } from './run-tracker.ts'

const quiet = 1000

/** Reports a valid e-mail address when its field is left, or after a second without typing. */
export function useEmailReport(funnel: Funnel, step: number, answers: Answers, runTracker: RunTracker): void {
  const field = funnel.steps[step - 1]?.fields.find(({ kind }) => kind === 'email')
  const entered = field && answers[field.name]
  const email =
    typeof entered === 'string' && field?.rule(today(), answers).safeParse(entered).success
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

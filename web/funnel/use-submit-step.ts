import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FormIssue, checkForm } from '#domain/check-form.ts'
import { keptQuery } from '#domain/links/kept-query.ts'
import { notify } from '#web/ui/notify.ts'
import { type FormValues, today } from './form-state.ts'
import { placeOrder } from './place-order.ts'
import { nestIssues } from './resolver.ts'
import type { StepFormProps } from './step-form.tsx'
import { stepPath } from './step-path.ts'
import type { StepState } from './step-state.ts'
import { uploadsSettled } from './uploads/upload-run.ts'

interface Submission extends StepFormProps {
  form: UseFormReturn<FormValues>
  opened: StepState
}

/** What Next and the order button do: check, tell, and go on, or show what is wrong. */
export function useSubmitStep({ funnel, step, store, runTracker, form, opened }: Submission) {
  const navigate = useNavigate()
  const kept = keptQuery(useLocation().search)
  const [issues, setIssues] = useState<readonly FormIssue[]>(opened.issues ?? [])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const secondsOpen = useSecondsSince()

  // A new list at each attempt, so that the page goes to the first fault again.
  const showErrors = (found: readonly FormIssue[]) => {
    for (const [name, error] of Object.entries(nestIssues(found))) form.setError(name, error as object)
    setIssues(found)
  }

  useEffect(() => {
    if (opened.issues) showErrors(opened.issues)
    // Only what the step was opened with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const open = (next: number, state: StepState = {}) => navigate(stepPath(funnel, next) + kept, { state })

  async function goOn(values: FormValues) {
    store.enter(values)
    const { answers } = checkForm(funnel, values, today())
    const own = new Set(funnel.steps[step - 1]?.fields.map((field) => field.name))
    runTracker.stepped(
      secondsOpen(),
      Object.fromEntries(Object.entries(answers).filter(([name]) => own.has(name))),
    )
    await open(opened.returnTo ?? step + 1)
  }

  async function order(values: FormValues) {
    const outcome = await placeOrder(funnel, values, runTracker)
    if (outcome.kind === 'failed') {
      setFailure(outcome.message)
      notify.error(outcome.notice)
      return
    }
    if (outcome.kind === 'refused') {
      const { issues: refused } = outcome
      const at = refused[0]!.step
      notify.error('Bitte prüfen Sie Ihre Angaben: Wir konnten Ihren Auftrag so nicht annehmen.')
      if (at === step) showErrors(refused)
      else await open(at, { issues: refused.filter((issue) => issue.step === at), returnTo: step })
      return
    }
    store.keep({ order: outcome.order })
    await navigate(outcome.order.checkoutUrl + kept.replace('?', '&'))
  }

  async function run() {
    setFailure(undefined)
    notify.dismiss()
    await uploadsSettled()
    const valid = step === funnel.steps.length ? order : goOn
    const values = form.getValues()
    await form.handleSubmit(
      () => {
        setIssues([])
        return valid(values)
      },
      () => {
        const found = checkForm(funnel, values, today(), [step]).issues
        runTracker.failed(found)
        showErrors(found)
      },
    )()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // A second press can come before the button is drawn as disabled.
    if (running.current) return
    running.current = true
    setBusy(true)
    void run().finally(() => {
      running.current = false
      setBusy(false)
    })
  }

  return { submit, issues, takeBack: () => setIssues([]), failure, busy }
}

/** Seconds since the step was opened. */
function useSecondsSince(): () => number {
  const [since] = useState(() => performance.now())
  return () => Math.round((performance.now() - since) / 1000)
}

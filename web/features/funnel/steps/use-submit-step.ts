import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { notify } from '#web/ui/notify.ts'
import { type FormValues, today } from '#web/features/funnel/form/form-state.ts'
import { placeOrder } from '#web/features/funnel/order/place-order.ts'
import { nestIssues } from '#web/features/funnel/form/resolver.ts'
import type { StepFormProps } from './step-form-props.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import type { StepState } from './step-state.ts'
import { markUploadsUnverified, uploadsSettled } from '#web/features/funnel/uploads/upload-run.ts'

interface Submission extends StepFormProps {
  form: UseFormReturn<FormValues>
  opened: StepState
}

/** Handles the Next and order buttons: validates and reports the step, then opens the next one or shows the errors. */
export function useSubmitStep({ funnel, step, store, runTracker, form, opened }: Submission) {
  const navigate = useNavigate()
  const kept = keptQuery(useLocation().search)
  const [issues, setIssues] = useState<readonly FormIssue[]>(opened.issues ?? [])
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const running = useRef(false)
  const secondsOpen = useSecondsSince()

  // A new array for each attempt, so that the effects scroll to the first issue again.
  const showErrors = (found: readonly FormIssue[]) => {
    for (const [name, error] of Object.entries(nestIssues(found))) form.setError(name, error as object)
    setIssues(found)
  }

  useEffect(() => {
    if (opened.issues) showErrors(opened.issues)
    // Runs once, with the issues that the step was opened with.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  const open = (next: number, state: StepState = {}) => navigate(stepPath(funnel, next) + kept, { state })

  async function goOn(entered: FormValues) {
    store.enter(entered)
    const { values } = checkForm(funnel, entered, today())
    const own = new Set(funnel.steps[step - 1]?.fields.map((field) => field.name))
    runTracker.stepped(
      secondsOpen(),
      Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name))),
    )
    await open(opened.returnTo ?? step + 1)
  }

  async function order(entered: FormValues) {
    const outcome = await placeOrder(funnel, entered, runTracker)
    if (outcome.kind === 'failed') {
      setFailure(outcome.message)
      notify.error(outcome.notice)
      return
    }
    if (outcome.kind === 'refused') {
      const { issues: refused } = outcome
      const at = refused[0]!.step
      markUploadsUnverified(
        store.draft().runId,
        refused.map(({ field }) => field),
      )
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
    const entered = form.getValues()
    await form.handleSubmit(
      () => {
        setIssues([])
        return valid(entered)
      },
      () => {
        const found = checkForm(funnel, entered, today(), [step]).issues
        runTracker.failed(found)
        showErrors(found)
      },
    )()
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    // A second click can occur before the button is rendered as disabled.
    if (running.current) return
    running.current = true
    setBusy(true)
    void run().finally(() => {
      running.current = false
      setBusy(false)
    })
  }

  return { submit, issues, clearIssues: () => setIssues([]), failure, busy }
}

/** Returns a function that returns the seconds since the step was opened. */
function useSecondsSince(): () => number {
  const [since] = useState(() => performance.now())
  return () => Math.round((performance.now() - since) / 1000)
}

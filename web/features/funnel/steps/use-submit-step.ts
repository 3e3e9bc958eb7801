import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
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

/**
 * Handles the Next and order buttons. Validates the step. If it is valid, opens the next step or places the order.
 * Otherwise, shows the issues.
 */
export function useSubmitStep(submission: Submission) {
  const { funnel, step, runTracker, form, opened } = submission
  const { issues, clearIssues, showErrors } = useIssues(form, opened)
  const [failure, setFailure] = useState<string>()
  const goOn = useGoOn(submission)
  const order = useOrder(submission, { showErrors, setFailure })

  async function run() {
    setFailure(undefined)
    notify.dismiss()
    await uploadsSettled()
    const valid = step === funnel.steps.length ? order : goOn
    const entered = form.getValues()
    await form.handleSubmit(
      () => {
        clearIssues()
        return valid(entered)
      },
      () => {
        const found = checkForm(funnel, entered, today(), [step]).issues
        runTracker.failed(found)
        showErrors(found)
      },
    )()
  }

  return { ...useSubmitOnce(run), issues, clearIssues, failure }
}

type ShowErrors = (found: readonly FormIssue[]) => void

/** Returns the issues to show on the step, and functions to change them. Initially shows `opened.issues`. */
function useIssues(form: UseFormReturn<FormValues>, opened: StepState) {
  const [issues, setIssues] = useState<readonly FormIssue[]>(opened.issues ?? [])

  // `found` must be a new array for each submission. Otherwise, the page would not scroll to the first issue again.
  const showErrors: ShowErrors = (found) => {
    for (const [name, error] of Object.entries(nestIssues(found))) form.setError(name, error as object)
    setIssues(found)
  }

  useEffect(() => {
    if (opened.issues) showErrors(opened.issues)
    // The effect must run only once, because `opened.issues` are the issues at the time when the step was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return { issues, clearIssues: () => setIssues([]), showErrors }
}

/**
 * Returns a function that tracks the completed step and then opens the next one. If the last step sent the visitor back
 * to correct this step, the function opens the last step instead.
 */
function useGoOn({ funnel, step, store, runTracker, opened }: Submission) {
  const { openStep } = useStepNavigation(funnel)
  const secondsOpen = useSecondsSince()
  return async (entered: FormValues) => {
    store.enter(entered)
    const { values } = checkForm(funnel, entered, today())
    const own = new Set(funnel.steps[step - 1]?.fields.map((field) => field.name))
    runTracker.stepped(
      secondsOpen(),
      Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name))),
    )
    await openStep(opened.returnTo ?? step + 1)
  }
}

interface OrderResults {
  showErrors: ShowErrors
  setFailure: (message: string) => void
}

/** Returns a function that places the order and opens the payment page, or shows why the order was not accepted. */
function useOrder({ funnel, step, store, runTracker }: Submission, { showErrors, setFailure }: OrderResults) {
  const { openStep, openCheckout } = useStepNavigation(funnel)

  async function showRefusal(refused: readonly FormIssue[]) {
    const at = refused[0]!.step
    markUploadsUnverified(
      store.draft().runId,
      refused.map(({ field }) => field),
    )
    notify.error('Bitte prüfen Sie Ihre Angaben: Wir konnten Ihren Auftrag so nicht annehmen.')
    if (at === step) showErrors(refused)
    else await openStep(at, { issues: refused.filter((issue) => issue.step === at), returnTo: step })
  }

  return async (entered: FormValues) => {
    const outcome = await placeOrder(funnel, entered, runTracker)
    if (outcome.kind === 'failed') {
      setFailure(outcome.message)
      notify.error(outcome.notice)
    } else if (outcome.kind === 'refused') {
      await showRefusal(outcome.issues)
    } else {
      store.keep({ order: outcome.order })
      await openCheckout(outcome.order.checkoutUrl)
    }
  }
}

/** Returns functions that open a step or the payment page and keep the campaign parameters in the URL. */
function useStepNavigation(funnel: Funnel) {
  const navigate = useNavigate()
  const kept = keptQuery(useLocation().search)
  return {
    openStep: (step: number, state: StepState = {}) => navigate(stepPath(funnel, step) + kept, { state }),
    openCheckout: (url: string) => navigate(url + kept.replace('?', '&')),
  }
}

/** Returns a submit handler that ignores further submits until `run` has settled. */
function useSubmitOnce(run: () => Promise<void>) {
  const [busy, setBusy] = useState(false)
  const running = useRef(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    // `busy` is not enough: a second click can occur before the button is rendered as disabled.
    if (running.current) return
    running.current = true
    setBusy(true)
    void run().finally(() => {
      running.current = false
      setBusy(false)
    })
  }

  return { submit, busy }
}

/** Returns a function that returns how many seconds ago the step was opened. */
function useSecondsSince(): () => number {
  const [since] = useState(() => performance.now())
  return () => Math.round((performance.now() - since) / 1000)
}

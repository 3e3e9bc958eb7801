import { type FormEvent, useEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation, useNavigate } from 'react-router-dom'
import { type FormIssue, checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { keptQuery } from '#domain/site/links/kept-query.ts'
import { notify } from '#web/ui/notify.ts'
import { type FormValues, today } from '#web/features/funnel/form/form-state.ts'
import { loadLastStep } from './load-last-step.ts'
import { nestIssues } from '#web/features/funnel/form/resolver.ts'
import type { StepFormProps } from './step-form-props.ts'
import { stepPath } from '#web/features/funnel/form/step-path.ts'
import type { StepState } from './step-state.ts'
import {
  markUploadsUnverified,
  refusedFiles,
  uploadsSettled,
} from '#web/features/funnel/uploads/upload-run.ts'

interface Submission extends StepFormProps {
  form: UseFormReturn<FormValues>
  opened: StepState
  /** Values of the controls, and their issues. */
  current: { entered: FormValues; issues: readonly FormIssue[] }
}

/**
 * Handles the Next and order buttons. Validates the step. If it is valid, opens the next step or places the order.
 * Otherwise, shows the issues.
 */
export function useSubmitStep(submission: Submission) {
  const { funnel, step, store, runTracker, form } = submission
  const { issues, remaining, clearIssues, showErrors } = useIssues(submission)
  const [failure, setFailure] = useState<string>()
  const goOn = useGoOn(submission)
  const order = useOrder(submission, { showErrors, setFailure })

  async function run() {
    setFailure(undefined)
    notify.dismiss()
    await uploadsSettled()
    if (!store.requireCurrent()) return
    const valid = step === funnel.steps.length ? order : goOn
    const entered = form.getValues()
    const showFound = () => {
      const found = checkForm(funnel, entered, today(), [step]).issues
      const together = issuesOfFiles(step)
      runTracker.failed([...found, ...together])
      showErrors(found, together)
    }
    await form.handleSubmit(() => {
      if (refusedFiles().size > 0) return showFound()
      clearIssues()
      return valid(entered)
    }, showFound)()
  }

  return { ...useSubmitOnce(run), issues, remaining, clearIssues, failure }
}

/** Returns the issues of files that cannot be ordered together. They are known only where the files are shown. */
function issuesOfFiles(step: number): FormIssue[] {
  return [...refusedFiles()].map(([field, message]) => ({ step, field, rule: 'files', message }))
}

/** Shows issues in the summary and at their fields. The fields show the issues of `ownIssues` themselves. */
type ShowErrors = (found: readonly FormIssue[], ownIssues?: readonly FormIssue[]) => void

/**
 * Returns the issues to show on the step, those of them that the visitor has not corrected yet, and functions to change
 * them. Initially shows `opened.issues`.
 */
function useIssues({ form, opened, current }: Pick<Submission, 'form' | 'opened' | 'current'>) {
  const [{ issues, refused }, setShown] = useState(() => shown(opened.issues ?? [], form.getValues()))

  // `found` must be a new array for each submission. Otherwise, the page would not scroll to the first issue again.
  const showErrors: ShowErrors = (found, ownIssues = []) => {
    for (const [name, error] of Object.entries(nestIssues(found))) form.setError(name, error as object)
    setShown(shown([...found, ...ownIssues], form.getValues()))
  }

  // The service may have refused a value that the page accepts, so an issue remains until its value has changed.
  const remaining = issues.flatMap((issue) => {
    const read = issue.rule === 'files' ? readFiles : readPart
    if (read(current.entered, issue.field) === read(refused, issue.field)) return [issue]
    return current.issues.filter(({ field }) => field === issue.field)
  })

  useEffect(() => {
    if (opened.issues) showErrors(opened.issues)
    // The effect must run only once, because `opened.issues` are the issues at the time when the step was opened.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])

  return { issues, remaining, clearIssues: () => setShown(shown([], {})), showErrors }
}

/** Returns issues with a copy of the values that have them, because react-hook-form changes its values in place. */
function shown(issues: readonly FormIssue[], refused: FormValues) {
  return { issues, refused: structuredClone(refused) }
}

/** Returns the values of all file fields in a form that can be compared, because files can be refused together. */
function readFiles(values: FormValues): string {
  return JSON.stringify(Object.values(values).filter(Array.isArray))
}

/** Returns the value of a field or of a part of an address in a form that can be compared. */
function readPart(values: FormValues, field: string): string {
  const [name = '', part] = field.split('.')
  const value = values[name]
  return JSON.stringify(part ? (value as Record<string, unknown> | undefined)?.[part] : value) ?? ''
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
    // By going on, the visitor has confirmed the options that a link has preselected on this step.
    const linked = Object.entries(store.draft().linked).filter(([name]) => !own.has(name))
    store.keep({ linked: Object.fromEntries(linked) })
    runTracker.stepped(
      secondsOpen(),
      Object.fromEntries(Object.entries(values).filter(([name]) => own.has(name))),
    )
    const next = opened.returnTo ?? step + 1
    // If the code cannot be loaded now, the last step tries again.
    if (next === funnel.steps.length) await loadLastStep().catch(() => {})
    await openStep(next)
  }
}

interface OrderResults {
  showErrors: ShowErrors
  setFailure: (message: string) => void
}

/** Returns a function that places the order and opens the payment page, or shows why the order was not accepted. */
function useOrder(
  { funnel, step, store, runTracker, form }: Submission,
  { showErrors, setFailure }: OrderResults,
) {
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
    const { placeOrder } = await loadLastStep()
    const outcome = await placeOrder(funnel, entered, runTracker)
    if (outcome.kind === 'failed') {
      setFailure(outcome.message)
      notify.error(outcome.notice)
    } else if (outcome.kind === 'text-changed') {
      for (const { field } of outcome.issues) form.setValue(field, false)
      notify.error('Ein Text, dem Sie zustimmen, wurde geändert. Bitte stimmen Sie der neuen Fassung zu.')
      showErrors(outcome.issues)
    } else if (outcome.kind === 'refused') {
      await showRefusal(outcome.issues)
    } else if (outcome.isEarlier) {
      store.adoptOrder(outcome.order)
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

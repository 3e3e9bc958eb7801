import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { askedBlocks, askedFields, textFor } from '#domain/funnels/asked-fields.ts'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { ErrorSummary } from '#web/ui/error-summary.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { AnswerSummary } from './answer-summary.tsx'
import { FieldBlock } from './field-block.tsx'
import { controlId, errorEntries } from './form-state.ts'
import { OrderTerms } from './order-terms.tsx'
import type { RunStore } from './run-store.ts'
import type { RunTracker } from './run-tracker.ts'
import { goToControl } from './scroll.ts'
import { ServiceLevelChoice } from './service-level-choice.tsx'
import { StepHeader } from './step-header.tsx'
import { StepNavigation } from './step-navigation.tsx'
import { useEmailReport } from './use-email-report.ts'
import { UploadRunContext, useUploadRun } from './uploads/upload-run.ts'
import { useFill } from './use-fill.ts'
import { useStepForm } from './use-step-form.ts'
import { useStepOpening } from './use-step-opening.ts'
import { useSubmitStep } from './use-submit-step.ts'

export interface StepFormProps {
  funnel: Funnel
  /** From 1. */
  step: number
  store: RunStore
  runTracker: RunTracker
}

/** One step: its fields, its errors and the way on. The last one is the check page with the order button. */
export function StepForm({ funnel, step, store, runTracker }: StepFormProps) {
  const headline = useRef<HTMLElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const opened = useStepOpening(headline)
  const { form, answers } = useStepForm(funnel, step, store)
  const { submit, issues, takeBack, failure, busy } = useSubmitStep({
    funnel,
    step,
    store,
    runTracker,
    form,
    opened,
  })
  const uploadRun = useUploadRun(store, runTracker, form)
  const { copy, times } = useFill(funnel, form, takeBack)
  useEmailReport(funnel, step, answers, runTracker)

  const definition = funnel.steps[step - 1]!
  const last = step === funnel.steps.length
  const title = textFor(definition.title, answers)
  const subtitle = definition.subtitle && textFor(definition.subtitle, answers)
  const entries = errorEntries(issues, askedFields(definition, answers))
  useDocumentTitle(`${entries.length > 0 ? 'Fehler: ' : ''}${title} – ${funnel.title} – Formlotse`)

  // Before anybody sees the messages: later it would take the focus from whoever is quick to mend them.
  useLayoutEffect(() => {
    if (issues.length > 0) summary.current?.focus({ preventScroll: true })
  }, [issues])
  useEffect(() => {
    const first = issues[0]
    if (!first) return
    let cancel = () => {}
    const timer = setTimeout(() => {
      // Whoever has moved on meanwhile is not called back.
      if (document.activeElement === summary.current) cancel = goToControl(controlId(first.field))
    }, 150)
    return () => {
      clearTimeout(timer)
      cancel()
    }
  }, [issues])

  return (
    <form noValidate onSubmit={submit} aria-labelledby="step-title">
      <StepHeader ref={headline} funnel={funnel} step={step} title={title} subtitle={subtitle} />
      <UploadRunContext value={uploadRun}>
        <div className="mt-5 grid gap-7 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8">
          {entries.length > 0 && <ErrorSummary ref={summary} entries={entries} onGo={goToControl} />}
          {!last && <p className="text-sm text-muted">Angaben mit einem Stern (*) werden benötigt.</p>}
          {last && <AnswerSummary funnel={funnel} answers={answers} />}
          <div className={last ? 'grid gap-5' : 'grid gap-7'}>
            {last && <h3 className="text-lg font-bold">Bestätigen und beauftragen</h3>}
            {askedBlocks(definition, answers).map((block, index) => (
              <FieldBlock
                key={block.fields[0]?.name}
                block={block}
                first={index === 0}
                answers={answers}
                control={form.control}
                times={times}
                onCopy={copy}
              />
            ))}
          </div>
          {last && (
            <Suspense>
              <ServiceLevelChoice funnel={funnel} answers={answers} control={form.control} />
            </Suspense>
          )}
          {last && <OrderTerms funnel={funnel} answers={answers} failure={failure} />}
          <StepNavigation funnel={funnel} step={step} busy={busy} onCancel={runTracker.cancelled} />
        </div>
      </UploadRunContext>
    </form>
  )
}

import { Suspense, useEffect, useLayoutEffect, useRef } from 'react'
import { visibleBlocks, visibleFields, textFor } from '#domain/forms/visible-fields.ts'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { FormSummary } from './form-summary.tsx'
import { FieldBlock } from './field-block.tsx'
import { controlId, errorEntries } from '#web/features/funnel/form/form-state.ts'
import { OrderTerms } from '#web/features/funnel/order/order-terms.tsx'
import { goToControl } from './scroll.ts'
import { ServiceLevelChoice } from '#web/features/funnel/order/service-level-choice.tsx'
import type { StepFormProps } from './step-form-props.ts'
import { StepHeader } from './step-header.tsx'
import { StepNavigation } from './step-navigation.tsx'
import { useEmailReport } from './use-email-report.ts'
import { UploadRunContext, useUploadRun } from '#web/features/funnel/uploads/upload-run.ts'
import { useFill } from '#web/features/funnel/form/use-fill.ts'
import { useStepForm } from './use-step-form.ts'
import { useStepOpening } from './use-step-opening.ts'
import { useSubmitStep } from './use-submit-step.ts'

/** Form of one step with its errors and buttons. The last step also shows the summary and the order button. */
export function StepForm({ funnel, step, store, runTracker }: StepFormProps) {
  const headline = useRef<HTMLElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const opened = useStepOpening(headline)
  const { form, values } = useStepForm(funnel, step, store)
  const { submit, issues, clearIssues, failure, busy } = useSubmitStep({
    funnel,
    step,
    store,
    runTracker,
    form,
    opened,
  })
  const uploadRun = useUploadRun(store, runTracker, form)
  const { copy, times } = useFill(funnel, form, clearIssues)
  useEmailReport(funnel, step, values, runTracker)

  const definition = funnel.steps[step - 1]!
  const last = step === funnel.steps.length
  const title = textFor(definition.title, values)
  const subtitle = definition.subtitle && textFor(definition.subtitle, values)
  const entries = errorEntries(issues, visibleFields(definition, values))
  useDocumentTitle(`${entries.length > 0 ? 'Fehler: ' : ''}${title} – ${funnel.title} – Formlotse`)

  // Focus the error summary before the browser paints. Afterwards, the visitor could already be correcting a field and
  // would lose the focus.
  useLayoutEffect(() => {
    if (issues.length > 0) summary.current?.focus({ preventScroll: true })
  }, [issues])
  useEffect(() => {
    const first = issues[0]
    if (!first) return
    let cancel = () => {}
    const timer = setTimeout(() => {
      // If the visitor has moved the focus during the delay, leave it there.
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
          {last && <FormSummary funnel={funnel} values={values} />}
          <div className={last ? 'grid gap-5' : 'grid gap-7'}>
            {last && <h3 className="text-lg font-bold">Bestätigen und beauftragen</h3>}
            {visibleBlocks(definition, values).map((block, index) => (
              <FieldBlock
                key={block.fields[0]?.name}
                block={block}
                first={index === 0}
                values={values}
                control={form.control}
                times={times}
                onCopy={copy}
              />
            ))}
          </div>
          {last && (
            <Suspense>
              <ServiceLevelChoice funnel={funnel} values={values} control={form.control} />
            </Suspense>
          )}
          {last && <OrderTerms funnel={funnel} values={values} failure={failure} />}
          <StepNavigation funnel={funnel} step={step} busy={busy} onCancel={runTracker.cancelled} />
        </div>
      </UploadRunContext>
    </form>
  )
}

import { Suspense, memo, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useLocation } from 'react-router-dom'
import { type VisibleBlock, visibleBlocks, visibleFields, textFor } from '#domain/forms/visible-fields.ts'
import { ErrorSummary } from '#web/ui/form/error-summary.tsx'
import { useDocumentTitle } from '#web/ui/use-document-title.ts'
import { whenIdle } from '#web/ui/timing/when-idle.ts'
import { FieldBlock } from './field-block.tsx'
import { type FormValues, controlId, errorEntries } from '#web/features/funnel/form/form-state.ts'
import { lastStepComponents, loadLastStep } from './load-last-step.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { PriceLine } from '#web/features/funnel/order/price-line.tsx'
import { goToControl } from './scroll.ts'
import type { StepFormProps } from './step-form-props.ts'
import { readStepState } from './step-state.ts'
import { StepHeader } from './step-header.tsx'
import { StepNavigation } from './step-navigation.tsx'
import { useEmailReport } from './use-email-report.ts'
import { UploadRunContext, useUploadRun } from '#web/features/funnel/uploads/upload-run.ts'
import { withRenewalHints } from '#web/features/funnel/form/renewal-hints.ts'
import { useFill } from '#web/features/funnel/form/use-fill.ts'
import { useEntries, useStepForm } from './use-step-form.ts'
import { useStepOpening } from './use-step-opening.ts'
import { useSubmitStep } from './use-submit-step.ts'
import { warmRules } from './warm-rules.ts'

const isConsents = ({ fields }: VisibleBlock) => fields[0]?.kind === 'consent'

/**
 * Form of one step with its errors and buttons. The last step also shows the summary and the order button.
 *
 * Its content is memoized: react-hook-form renders this component a second time before the first paint, and the wizard
 * renders it each time the draft is saved. Rendering all fields takes a slow phone up to a tenth of a second.
 */
export const StepForm = memo(function StepForm(props: StepFormProps) {
  const form = useStepForm(props, readStepState(useLocation().state))
  return <StepContent {...props} form={form} />
})

interface StepContentProps extends StepFormProps {
  form: UseFormReturn<FormValues>
}

const StepContent = memo(function StepContent({ funnel, step, store, runTracker, form }: StepContentProps) {
  const headline = useRef<HTMLElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const opened = useStepOpening(headline)
  const { values, ...current } = useEntries({ funnel, step, store }, form)
  const { submit, issues, remaining, clearIssues, failure, busy } = useSubmitStep({
    funnel,
    step,
    store,
    runTracker,
    form,
    opened,
    current,
  })
  const uploadRun = useUploadRun({ funnel, store, runTracker, form })
  const { copy, times } = useFill(funnel, form, clearIssues)
  useEmailReport(funnel, step, values, runTracker)
  const [{ LastStep, OrderFooter }] = useState(lastStepComponents)
  // Load the last step early, so that it opens without a delay, and also without a connection.
  useEffect(() => whenIdle(() => void loadLastStep().catch(() => {})), [])
  useEffect(() => warmRules(funnel, step), [funnel, step])

  const definition = funnel.steps[step - 1]!
  const last = step === funnel.steps.length
  const title = textFor(definition.title, values)
  const subtitle = definition.subtitle && textFor(definition.subtitle, values)
  const { control } = form
  const blocks = withRenewalHints(visibleBlocks(definition, values), store.draft().given, values)
  const entries = errorEntries(remaining, visibleFields(definition, values))
  useDocumentTitle(
    `${entries.length > 0 ? 'Fehler: ' : ''}${title} – ${funnel.emoji} ${funnel.title} – Formlotse`,
  )

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

  const fieldBlocks = blocks
    .filter((block) => !isConsents(block))
    .map((block, index) => (
      <FieldBlock
        key={block.fields[0]?.name}
        block={block}
        first={last || index === 0}
        {...{ values, control, times }}
        onCopy={copy}
      />
    ))

  return (
    <form noValidate onSubmit={submit} aria-labelledby="step-title">
      <StepHeader ref={headline} funnel={funnel} step={step} title={title} subtitle={subtitle}>
        {step === 1 && <PriceLine funnel={funnel} values={values} />}
      </StepHeader>
      <UploadRunContext value={uploadRun}>
        <div className="mt-5 grid gap-7 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8">
          {entries.length > 0 && <ErrorSummary ref={summary} entries={entries} onGo={goToControl} />}
          {last ? (
            <Suspense fallback={<Spinner className="mx-auto size-10 text-leaf-700" />}>
              <LastStep {...{ funnel, values, control, busy, failure }} consents={blocks.filter(isConsents)}>
                {fieldBlocks}
              </LastStep>
            </Suspense>
          ) : (
            <>
              <p className="text-sm text-muted">Angaben mit einem Stern (*) werden benötigt.</p>
              {fieldBlocks}
              <StepNavigation funnel={funnel} step={step} busy={busy} onCancel={runTracker.cancelled} />
            </>
          )}
        </div>
        {last && (
          <Suspense>
            <OrderFooter funnel={funnel} values={values} busy={busy} />
          </Suspense>
        )}
      </UploadRunContext>
    </form>
  )
})

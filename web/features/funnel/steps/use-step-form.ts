import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FormValues, initialValues, today } from '#web/features/funnel/form/form-state.ts'
import { stepResolver } from '#web/features/funnel/form/resolver.ts'
import type { StepState } from './step-state.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'

interface Step {
  funnel: Funnel
  step: number
  store: RunStore
  opened: StepState
}

/**
 * Creates the form of a step. The form has the values of all steps, because fields may depend on previous steps. Also
 * returns the values as checked, and the issues that they have now.
 */
export function useStepForm({ funnel, step, store, opened }: Step) {
  const form = useForm<FormValues>({
    defaultValues: initialValues(funnel, store.draft().answers, today()),
    resolver: stepResolver(funnel, step),
    // A step that is opened to correct it checks each field as soon as it changes, as after the Next button.
    mode: opened.issues ? 'onChange' : 'onSubmit',
    // Disabled, because `StepForm` itself moves the focus to the first invalid field on the page.
    shouldFocusError: false,
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values: entered }) {
          for (const name of store.enter(entered)) form.setValue(name, false)
        },
      }),
    [form, store],
  )
  useEffect(() => void store.enter(form.getValues()), [form, store])
  const entered = useWatch({ control: form.control })
  return { form, entered, ...checkForm(funnel, entered, today()) }
}

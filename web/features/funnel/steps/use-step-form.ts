import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { checkForm } from '#domain/forms/check-form.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { type FormValues, initialValues, today } from '#web/features/funnel/form/form-state.ts'
import { stepResolver } from '#web/features/funnel/form/resolver.ts'
import type { RunStore } from '#web/features/funnel/run/run-store.ts'

/** Creates the form of a step. The form has the values of all steps, because fields may depend on previous steps. */
export function useStepForm(funnel: Funnel, step: number, store: RunStore) {
  const form = useForm<FormValues>({
    defaultValues: initialValues(funnel, store.draft().answers, today()),
    resolver: stepResolver(funnel, step),
    // Disabled, because `StepForm` itself moves the focus to the first invalid field on the page.
    shouldFocusError: false,
  })
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: entered }) => store.enter(entered),
      }),
    [form, store],
  )
  useEffect(() => store.enter(form.getValues()), [form, store])
  const entered = useWatch({ control: form.control })
  const { values } = checkForm(funnel, entered, today())
  return { form, values }
}

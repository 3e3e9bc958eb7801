import { useEffect } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { checkForm } from '#domain/check-form.ts'
import type { Funnel } from '#domain/funnels/define-funnel.ts'
import { type FormValues, initialValues, today } from './form-state.ts'
import { stepResolver } from './resolver.ts'
import type { RunStore } from './run-store.ts'

/** The form of one step. It holds the answers of all steps, because a field may depend on an earlier one. */
export function useStepForm(funnel: Funnel, step: number, store: RunStore) {
  const form = useForm<FormValues>({
    defaultValues: initialValues(funnel, store.draft().answers, today()),
    resolver: stepResolver(funnel, step),
    // The page itself goes to the first faulty field, in the order of the step.
    shouldFocusError: false,
  })
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => store.enter(values) }),
    [form, store],
  )
  useEffect(() => store.enter(form.getValues()), [form, store])
  const values = useWatch({ control: form.control })
  const { answers } = checkForm(funnel, values, today())
  return { form, answers }
}

import { type UseFormReturn, useForm } from 'react-hook-form'
import { checkForm } from '#domain/forms/check-form.ts'
import { type FormValues, initialValues, today } from '#web/features/funnel/form/form-state.ts'
import { stepResolver } from '#web/features/funnel/form/resolver.ts'
import type { StepFormProps } from './step-form-props.ts'
import type { StepState } from './step-state.ts'
import { useEntered } from './use-entered.ts'

type Step = Pick<StepFormProps, 'funnel' | 'step' | 'store'>

/** Creates the form of a step. The form has the values of all steps, because fields may depend on previous steps. */
export function useStepForm({ funnel, step, store }: Step, opened: StepState): UseFormReturn<FormValues> {
  return useForm<FormValues>({
    defaultValues: initialValues(funnel, store.draft().answers, today()),
    resolver: stepResolver(funnel, step),
    // A step that is opened to correct it checks each field as soon as it changes, as after the Next button.
    mode: opened.issues ? 'onChange' : 'onSubmit',
    // Disabled, because `StepForm` itself moves the focus to the first invalid field on the page.
    shouldFocusError: false,
  })
}

/**
 * Keeps the values of the form in the store. Returns what the visitor has entered, the values as checked, and the current
 * issues of the step's fields.
 */
export function useEntries({ funnel, step, store }: Step, form: UseFormReturn<FormValues>) {
  const entered = useEntered(funnel, form, (values) => {
    for (const name of store.enter(values)) form.setValue(name, false)
  })
  return { entered, ...checkForm(funnel, entered, today(), [step]) }
}

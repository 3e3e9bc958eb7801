import { startTransition, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { type Funnel, fieldsByNameOf } from '#domain/forms/define-funnel.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

/** Kinds of fields that are chosen. All others are typed. */
const chosenKinds = /^(?:choice|checkbox|consent|files)$/

/**
 * Returns the values of a form, and calls `onChange` whenever they change.
 *
 * The values that are returned follow a key in a later task: the field shows the key at once, but on a slow phone,
 * rendering the step together with it takes too long. They follow a choice in the same task, because it can replace
 * fields and their values. If these fields were rendered once more, they would enter their old values again.
 */
export function useEntered(
  funnel: Funnel,
  form: UseFormReturn<FormValues>,
  onChange: (values: FormValues) => void,
): FormValues {
  const [entered, setEntered] = useState(() => structuredClone(form.getValues()))
  useEffect(() => {
    // The name can be that of a part of an address.
    const isTyped = (name: string) => !chosenKinds.test(fieldsByNameOf(funnel).get(name.split('.')[0]!)!.kind)
    const unsubscribe = form.subscribe({
      formState: { values: true },
      callback({ values, name, type }) {
        // Call `onChange` last: it can change values, which calls this function with newer values.
        if (type === 'change' && name && isTyped(name)) startTransition(() => setEntered(values))
        else setEntered(values)
        onChange(values)
      },
    })
    const current = form.getValues()
    // Something may have been entered between the first rendering and this effect.
    if (JSON.stringify(current) !== JSON.stringify(entered)) setEntered(current)
    onChange(current)
    return unsubscribe
    // `entered` is needed at first only, and `onChange` does the same after each rendering.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [form, funnel])
  return entered
}

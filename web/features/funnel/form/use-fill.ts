import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { checkForm } from '#domain/forms/check-form.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsByNameOf, fieldsOf } from '#domain/forms/define-funnel.ts'
import { type FormValues, emptyValue, today } from './form-state.ts'

/**
 * Fills fields programmatically.
 *
 * - When the visitor changes a field with `whenChanged`, fills other fields with the values that `whenChanged` returns.
 *   Then calls `onChanged`.
 * - A field with `filledFrom` gets the value of that field whenever it changes, unless the visitor entered another one.
 * - `copy` sets the given values.
 * - `times` contains how often each field was filled. The control of a field is remounted each time.
 */
export function useFill(funnel: Funnel, form: UseFormReturn<FormValues>, onChanged: () => void) {
  const [times, setTimes] = useState<Readonly<Record<string, number>>>({})
  const countUp = (names: readonly string[]) =>
    setTimes((now) => ({ ...now, ...Object.fromEntries(names.map((name) => [name, (now[name] ?? 0) + 1])) }))

  function copy(values: FieldValues) {
    const names = Object.keys(values)
    form.setValues({ ...values })
    form.clearErrors(names)
    countUp(names)
  }

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values: entered, name, type }) {
          if (type !== 'change' || name === undefined) return
          const fields = fieldsByNameOf(funnel)
          const field = fields.get(name)
          if (!field || !('whenChanged' in field) || !field.whenChanged) return
          const changes = field.whenChanged(checkForm(funnel, entered, today()).values)
          const filled = Object.entries(changes).flatMap(([to, value]) => {
            const target = fields.get(to)
            return target ? [[to, value ?? emptyValue(target)] as const] : []
          })
          form.reset({ ...entered, ...Object.fromEntries(filled) })
          countUp(filled.map(([to]) => to))
          onChanged()
        },
      }),
    // `onChanged` is not a dependency: it only resets state, so the function of the first render can always be called.
    // oxlint-disable-next-line react/exhaustive-deps
    [form, funnel],
  )
  useFilledFrom(funnel, form)
  return { copy, times }
}

function useFilledFrom(funnel: Funnel, form: UseFormReturn<FormValues>) {
  useEffect(() => {
    const followers = fieldsOf(funnel).flatMap((field) =>
      field.kind === 'iban' && field.filledFrom ? [{ name: field.name, from: field.filledFrom }] : [],
    )
    const previous = new Map(followers.map(({ from }) => [from, form.getValues(from)]))
    return form.subscribe({
      formState: { values: true },
      callback({ values }) {
        for (const { name, from } of followers) {
          const before = previous.get(from)
          if (values[from] === before) continue
          previous.set(from, values[from])
          if (values[name] && values[name] !== before) continue
          form.setValue(name, values[from])
          form.clearErrors(name)
        }
      },
    })
  }, [form, funnel])
}

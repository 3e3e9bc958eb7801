import { useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { checkForm } from '#domain/check-form.ts'
import { type Answers, type Funnel, fieldsByNameOf } from '#domain/funnels/define-funnel.ts'
import { type FormValues, emptyValue, today } from './form-state.ts'

/**
 * Fills fields from elsewhere than their own controls: by a copy link, and when a field changes others (`whenChanged`),
 * which also takes back the errors shown so far. `times` says how often each was filled, to draw its control anew.
 */
export function useFill(funnel: Funnel, form: UseFormReturn<FormValues>, onChanged: () => void) {
  const [times, setTimes] = useState<Readonly<Record<string, number>>>({})
  const countUp = (names: readonly string[]) =>
    setTimes((now) => ({ ...now, ...Object.fromEntries(names.map((name) => [name, (now[name] ?? 0) + 1])) }))

  function copy(answers: Answers) {
    const names = Object.keys(answers)
    form.setValues({ ...answers })
    form.clearErrors(names)
    countUp(names)
  }

  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback({ values, name, type }) {
          if (type !== 'change' || name === undefined) return
          const fields = fieldsByNameOf(funnel)
          const changes = fields.get(name)?.whenChanged?.(checkForm(funnel, values, today()).answers)
          if (!changes) return
          const filled = Object.entries(changes).flatMap(([to, answer]) => {
            const field = fields.get(to)
            return field ? [[to, answer ?? emptyValue(field)] as const] : []
          })
          form.reset({ ...values, ...Object.fromEntries(filled) })
          countUp(filled.map(([to]) => to))
          onChanged()
        },
      }),
    // `onChanged` only empties state.
    // oxlint-disable-next-line react/exhaustive-deps
    [form, funnel],
  )
  return { copy, times }
}

import { checkForm } from '#domain/forms/check-form.ts'
import type { Field } from '#domain/forms/define-field.ts'
import type { Funnel } from '#domain/forms/define-funnel.ts'
import { kindOf } from '#domain/forms/kinds/field-kinds.ts'
import { today } from '#web/features/funnel/form/form-state.ts'
import { whenIdle } from '#web/ui/timing/when-idle.ts'

/**
 * Samples that reach all checks of the rules: names accept the first and refuse the second, birth dates the reverse. Each occurs
 * twice, because V8 interprets a regular expression when it runs first, and compiles it when it runs again.
 */
const samples = ['Muster', '1990-05-17', 'Muster', '1990-05-17']

/**
 * Checks samples in the fields of a step while the browser is idle. The first check creates the rules and compiles their
 * regular expressions. Otherwise, the first keys that are typed would wait for it. Returns a function that cancels it.
 */
export function warmRules(funnel: Funnel, step: number): () => void {
  const { fields } = funnel.steps[step - 1]!
  let cancel: (() => void) | undefined
  const warm = ([sample, ...others]: readonly string[]) => {
    if (sample === undefined) return
    cancel = whenIdle(() => {
      const form = Object.fromEntries(fields.map((field) => [field.name, valueFor(field, sample)]))
      checkForm(funnel, form, today(), [step])
      warm(others)
    })
  }
  warm(samples)
  return () => cancel?.()
}

function valueFor(field: Field, sample: string): unknown {
  const { parts } = kindOf(field)
  return parts ? Object.fromEntries(parts.map((part) => [part, sample])) : sample
}

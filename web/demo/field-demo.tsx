import { useForm, useWatch } from 'react-hook-form'
import { checkForm } from '#domain/check-form.ts'
import { type Funnel, fieldsOf } from '#domain/funnels/define-funnel.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { FunnelField } from '#web/funnel/fields/funnel-field.tsx'
import { type FormValues, today } from '#web/funnel/form-state.ts'
import { stepResolver } from '#web/funnel/resolver.ts'
import { showAnswer } from '#web/funnel/show-answer.ts'
import { Button } from '#web/ui/button.tsx'

/** A part of the registration funnel by itself: the same fields, rules and messages, and nothing is sent or kept. */
function only(names: readonly string[]): Funnel {
  const [first] = anmeldung.steps
  const fields = fieldsOf(anmeldung).filter(({ name }) => names.includes(name))
  return { ...anmeldung, steps: [{ ...first!, fields }] }
}

export function FieldDemo({ names }: { names: readonly string[] }) {
  const funnel = only(names)
  const form = useForm<FormValues>({ defaultValues: {}, resolver: stepResolver(funnel, 1) })
  const values = useWatch({ control: form.control })
  const { answers } = checkForm(funnel, values, today())
  const shown = fieldsOf(funnel).filter(({ control }) => control !== 'hidden')
  const beside = new Set(shown.map(({ nextPossible }) => nextPossible?.field))
  const checked = form.formState.isSubmitSuccessful && Object.keys(form.formState.errors).length === 0
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(() => {})(event)}
      className="grid gap-7 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      {shown
        .filter(({ name }) => !beside.has(name))
        .map((field) => (
          <FunnelField key={field.name} field={field} answers={answers} control={form.control} />
        ))}
      <Button type="submit" className="justify-self-start">
        Angaben prüfen
      </Button>
      <output className="text-sm text-muted">
        {checked && `Alles in Ordnung: ${shown.flatMap((field) => showAnswer(field, answers)).join(', ')}`}
      </output>
    </form>
  )
}

import { useForm, useWatch } from 'react-hook-form'
import { checkForm } from '#domain/forms/check-form.ts'
import { type Funnel, fieldsOf } from '#domain/forms/define-funnel.ts'
import { visibleFields } from '#domain/forms/visible-fields.ts'
import { anmeldung } from '#domain/funnels/anmeldung.ts'
import { FunnelField } from '#web/features/funnel/fields/funnel-field.tsx'
import { type FormValues, today } from '#web/features/funnel/form/form-state.ts'
import { stepResolver } from '#web/features/funnel/form/resolver.ts'
import { showValue } from '#domain/forms/show-value.ts'
import { Button } from '#web/ui/button.tsx'

/**
 * Returns a registration funnel with only the given fields. What visitors enter in these fields is neither sent nor
 * stored.
 */
function only(names: readonly string[]): Funnel {
  const [first] = anmeldung.steps
  const fields = fieldsOf(anmeldung).filter(({ name }) => names.includes(name))
  return { ...anmeldung, steps: [{ ...first!, fields }] }
}

export function FieldDemo({ names }: { names: readonly string[] }) {
  const funnel = only(names)
  const form = useForm<FormValues>({ defaultValues: {}, resolver: stepResolver(funnel, 1) })
  const entered = useWatch({ control: form.control })
  const { values } = checkForm(funnel, entered, today())
  const visible = visibleFields(funnel.steps[0]!, values)
  const checked = form.formState.isSubmitSuccessful && Object.keys(form.formState.errors).length === 0
  return (
    <form
      noValidate
      onSubmit={(event) => void form.handleSubmit(() => {})(event)}
      className="grid gap-7 rounded-2xl border border-line bg-surface p-5 shadow-card sm:p-8"
    >
      {visible.map((field) => (
        <FunnelField key={field.name} field={field} values={values} control={form.control} />
      ))}
      <Button type="submit" className="justify-self-start">
        Angaben prüfen
      </Button>
      <output className="text-sm text-muted">
        {checked &&
          `Alles in Ordnung: ${fieldsOf(funnel)
            .flatMap((field) => showValue(field, values))
            .join(', ')}`}
      </output>
    </form>
  )
}

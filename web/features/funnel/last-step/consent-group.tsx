import { useId } from 'react'
import type { Control } from 'react-hook-form'
import type { FieldValues } from '#domain/forms/define-field.ts'
import type { VisibleBlock } from '#domain/forms/visible-fields.ts'
import { ConsentField } from '#web/features/funnel/fields/consent-field.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

interface ConsentGroupProps {
  block: VisibleBlock
  values: FieldValues
  control: Control<FormValues>
}

/** Consents that concern the same matter, under its heading. */
export function ConsentGroup({ block: { title, fields }, values, control }: ConsentGroupProps) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="overflow-hidden rounded-xl border border-line">
      <h4 id={heading} className="border-b border-line bg-leaf-50 px-4 py-2 font-semibold sm:px-5">
        {title}
      </h4>
      <div className="grid gap-4 p-4 sm:px-5">
        {fields
          .filter((field) => field.kind === 'consent')
          .map((field) => (
            <ConsentField key={field.name} field={field} values={values} control={control} />
          ))}
      </div>
    </section>
  )
}

import { use } from 'react'
import type { Control } from 'react-hook-form'
import type { ChoiceField as ServiceLevel, FieldValues } from '#domain/forms/define-field.ts'
import { type Funnel, fieldsOf, priceOf } from '#domain/forms/define-funnel.ts'
import { siteSettings } from '#web/features/settings/site-settings.ts'
import { euro } from '#domain/numbers/german-number.ts'
import { ChoiceField } from '#web/features/funnel/fields/choice-field.tsx'
import type { FieldProps } from '#web/features/funnel/fields/field-props.ts'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

interface ServiceLevelChoiceProps {
  funnel: Funnel
  values: FieldValues
  control: Control<FormValues>
}

/** Choice of the service level with prices. Renders nothing if only one level is offered. */
export function ServiceLevelChoice({ funnel, values, control }: ServiceLevelChoiceProps) {
  const { vip, vipText } = use(siteSettings())
  const field = fieldsOf(funnel).find(({ name }) => name === 'serviceLevel')
  if (!vip || field?.kind !== 'choice') return null
  return <ChoiceField field={withPrices(field, funnel, vipText)} values={values} control={control} />
}

function withPrices(
  field: ServiceLevel,
  funnel: Funnel,
  vipText: string | null,
): FieldProps<'choice'>['field'] {
  const options = field.options.map((option) => ({
    ...option,
    hint: [
      `${euro(priceOf(funnel, { serviceLevel: option.value }))} inkl. MwSt.`,
      ...(option.value === 'vip' && vipText ? [vipText] : []),
    ].join(' '),
  }))
  return { ...field, control: 'radios', required: false, options }
}

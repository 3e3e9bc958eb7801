import { use } from 'react'
import type { Control } from 'react-hook-form'
import { type Answers, type Field, type Funnel, fieldsOf, priceOf } from '#domain/funnels/define-funnel.ts'
import { siteSettings } from '#web/settings/site-settings.ts'
import { euro } from '#web/ui/euro.ts'
import { ChoiceField } from './fields/choice-field.tsx'
import type { FormValues } from './form-state.ts'

interface ServiceLevelChoiceProps {
  funnel: Funnel
  answers: Answers
  control: Control<FormValues>
}

/** The service levels with their prices, where the house offers more than one (DESIGN 10.3). */
export function ServiceLevelChoice({ funnel, answers, control }: ServiceLevelChoiceProps) {
  const { vip } = use(siteSettings())
  const field = fieldsOf(funnel).find(({ name }) => name === 'serviceLevel')
  if (!vip || !field) return null
  return <ChoiceField field={withPrices(field, funnel)} answers={answers} control={control} />
}

function withPrices(field: Field, funnel: Funnel): Field {
  const options = field.options?.map((option) => ({
    ...option,
    hint: `${euro(priceOf(funnel, { serviceLevel: option.value }))} inkl. MwSt.`,
  }))
  return { ...field, control: 'radios', ...(options && { options }) }
}

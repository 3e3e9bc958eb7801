import { useId } from 'react'
import type { Control } from 'react-hook-form'
import { type AskedBlock, copiedAnswers } from '#domain/funnels/asked-fields.ts'
import type { Answers } from '#domain/funnels/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { FunnelField } from './fields/funnel-field.tsx'
import type { FormValues } from './form-state.ts'

interface FieldBlockProps {
  block: AskedBlock
  answers: Answers
  control: Control<FormValues>
  /** How often each field was filled from elsewhere: its control begins anew with the value. */
  times: Readonly<Record<string, number>>
  onCopy: (answers: Answers) => void
}

/** Fields that stand together, with the heading and the copy link that they share, if any. */
export function FieldBlock({ block, answers, control, times, onCopy }: FieldBlockProps) {
  const heading = useId()
  const { title, copy, fields } = block
  const copied = copy ? copiedAnswers(copy, answers) : {}
  const controls = fields.map((field) => (
    <FunnelField key={`${field.name} ${times[field.name] ?? 0}`} field={field} answers={answers} control={control} />
  ))
  if (title === undefined) return controls
  return (
    <section aria-labelledby={heading} className="grid gap-7 border-t border-line pt-7">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={heading} className="text-lg font-bold">
          {title}
        </h3>
        {copy && Object.keys(copied).length > 0 && (
          <Button
            look="link"
            onClick={() => {
              onCopy(copied)
              notify.success('Die Daten wurden übernommen.')
            }}
          >
            {copy.label}
          </Button>
        )}
      </div>
      {controls}
    </section>
  )
}

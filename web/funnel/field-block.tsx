import { useId } from 'react'
import type { Control } from 'react-hook-form'
import { type AskedBlock, copiedAnswers } from '#domain/funnels/asked-fields.ts'
import type { Answers } from '#domain/funnels/define-funnel.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { FunnelField } from './fields/funnel-field.tsx'
import type { FormValues } from './form-state.ts'

const apart = 'grid gap-7 border-t border-line pt-7'

interface FieldBlockProps {
  block: AskedBlock
  /** Of the step. */
  first: boolean
  answers: Answers
  control: Control<FormValues>
  /** How often each field was filled from elsewhere: its control begins anew with the value. */
  times: Readonly<Record<string, number>>
  onCopy: (answers: Answers) => void
}

/** Fields that stand together, with the heading and the copy link that they share, if any. */
export function FieldBlock({ block, first, answers, control, times, onCopy }: FieldBlockProps) {
  const heading = useId()
  const { title, copy, fields } = block
  const copied = copy ? copiedAnswers(copy, answers) : {}
  const controls = fields.map((field) => (
    <FunnelField
      key={`${field.name} ${times[field.name] ?? 0}`}
      field={field}
      answers={answers}
      control={control}
    />
  ))
  // What follows a block with a heading does not belong under it.
  if (title === undefined) return first ? controls : <div className={apart}>{controls}</div>
  return (
    <section aria-labelledby={heading} className={first ? 'grid gap-7' : apart}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 id={heading} className="text-lg font-bold">
          {title}
        </h3>
        {copy && Object.keys(copied).length > 0 && (
          <Button
            look="link"
            className="-mx-1"
            onClick={() => {
              onCopy(copied)
              notify.passing('Die Daten wurden übernommen.')
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

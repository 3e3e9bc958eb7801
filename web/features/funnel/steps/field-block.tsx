import { useId } from 'react'
import type { Control } from 'react-hook-form'
import { type VisibleBlock, copiedValues } from '#domain/forms/visible-fields.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { Button } from '#web/ui/button.tsx'
import { notify } from '#web/ui/notify.ts'
import { FunnelField } from '#web/features/funnel/fields/funnel-field.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'
import { CollapsedBlock } from './collapsed-block.tsx'

const apart = 'grid gap-7 border-t border-line pt-7'

interface FieldBlockProps {
  block: VisibleBlock
  /** Whether this is the first block of the step. */
  first: boolean
  values: FieldValues
  control: Control<FormValues>
  /** For each field name, how often code has filled the field. Each time, the control of the field is remounted. */
  times: Readonly<Record<string, number>>
  onCopy: (values: FieldValues) => void
}

/** Group of fields with an optional heading and copy link, or a collapsed group. */
export function FieldBlock({ block, first, values, control, times, onCopy }: FieldBlockProps) {
  const heading = useId()
  const { title, copy, fields } = block
  const copied = copy ? copiedValues(copy, values) : {}
  const controls = fields.map((field) => (
    <FunnelField
      key={`${field.name} ${times[field.name] ?? 0}`}
      field={field}
      values={values}
      control={control}
    />
  ))
  if (block.collapsed)
    return (
      <CollapsedBlock block={block} values={values} control={control}>
        {controls}
      </CollapsedBlock>
    )
  // Separate fields without a heading. Otherwise, they would seem to belong to the heading of the previous block.
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

import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Control, useFormState } from 'react-hook-form'
import type { VisibleBlock } from '#domain/forms/visible-fields.ts'
import type { FieldValues } from '#domain/forms/define-field.ts'
import { ChevronIcon } from '#web/ui/icons.tsx'
import type { FormValues } from '#web/features/funnel/form/form-state.ts'

interface CollapsedBlockProps {
  block: VisibleBlock
  values: FieldValues
  control: Control<FormValues>
  children: ReactNode
}

/** Block of optional fields that the visitor opens by its heading. It starts open if one of the fields has a value. */
export function CollapsedBlock({ block: { title, fields }, values, control, children }: CollapsedBlockProps) {
  const details = useRef<HTMLDetailsElement>(null)
  const names = fields.map(({ name }) => name)
  const [open] = useState(() => names.some((name) => values[name]))
  const { errors } = useFormState({ control, name: names })
  const invalid = names.some((name) => errors[name])

  // A control in a closed block cannot be focused.
  useEffect(() => {
    if (invalid && details.current) details.current.open = true
  }, [invalid])

  return (
    <details ref={details} open={open} className="group rounded-xl border border-line px-4 open:pb-5 sm:px-5">
      <summary className="flex min-h-12 cursor-pointer py-2 list-none items-center justify-between gap-4 font-semibold hover:text-leaf-700 [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronIcon className="size-5 shrink-0 text-leaf-700 transition-transform group-open:rotate-180" />
      </summary>
      <div className="mt-2 grid gap-5">{children}</div>
    </details>
  )
}

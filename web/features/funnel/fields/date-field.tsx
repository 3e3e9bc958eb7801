import { useState } from 'react'
import { useController } from 'react-hook-form'
import { FieldGroup, describedBy } from '#web/ui/form/field.tsx'
import { isAutofill } from '#web/ui/form/is-autofill.ts'
import { TextInput } from '#web/ui/form/text-input.tsx'
import { controlId, today } from '#web/features/funnel/form/form-state.ts'
import { type DateParts, dateHint, digitsOf, joinDate, readDate, splitDate } from './date-text.ts'
import type { FieldProps } from './field-props.ts'
import { useDelayed } from '#web/ui/timing/use-delayed.ts'
import { usePartFocus } from './use-part-focus.ts'

const boxes = [
  { part: 'day', label: 'Tag', token: 'day', size: 2, width: 'w-18', example: 'TT' },
  { part: 'month', label: 'Monat', token: 'month', size: 2, width: 'w-18', example: 'MM' },
  { part: 'year', label: 'Jahr', token: 'year', size: 4, width: 'w-24', example: 'JJJJ' },
] as const

/**
 * Date input with separate inputs for day, month and year, because typing a birth date is faster than paging through a
 * calendar. A whole date that is pasted into any of them fills all three.
 */
export function DateField({ field, control }: FieldProps<'date'>) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const [parts, setParts] = useState(() => splitDate(input.value))
  const lacking = useDelayed(dateHint(parts, today().year), 300)
  const id = controlId(field.name)
  const ids = boxes.map(({ part }, index) => (index === 0 ? id : `${id}-${part}`))
  const focus = usePartFocus(ids)
  const group = `${id}-gruppe`
  const error = fieldState.error?.message
  const hint = field.hint ?? 'Zum Beispiel 17 05 1990'
  const change = (part: keyof DateParts, text: string, size: number) => {
    const next = readDate(text) ?? { ...parts, [part]: digitsOf(text, size) }
    setParts(next)
    input.onChange(joinDate(next))
  }
  return (
    <FieldGroup id={group} label={field.label} required={field.required} hint={hint} error={error}>
      <div className="flex gap-3">
        {boxes.map(({ part, label, token, size, width, example }, index) => (
          <div key={part} className={`grid gap-1 ${width}`}>
            <label htmlFor={ids[index]} className="text-sm">
              {label}
            </label>
            {/* The length is not limited, because the browser would cut off a pasted date. */}
            <TextInput
              id={ids[index]}
              ref={index === 0 ? input.ref : undefined}
              inputMode="numeric"
              placeholder={example}
              autoComplete={field.autocomplete === 'bday' ? `bday-${token}` : 'off'}
              value={parts[part]}
              onChange={(event) => {
                change(part, event.target.value, size)
                if (!isAutofill(event)) focus.afterTyping(index, event.target.value, size)
              }}
              onKeyDown={(event) => focus.onKey(index, event)}
              onBlur={input.onBlur}
              aria-required={field.required}
              aria-invalid={error ? true : undefined}
              aria-describedby={describedBy(group, { error })}
            />
          </div>
        ))}
      </div>
      <p aria-live="polite" className={error || !lacking ? 'sr-only' : 'text-sm text-muted'}>
        {lacking}
      </p>
    </FieldGroup>
  )
}

import { useController } from 'react-hook-form'
import { Field as Labelled } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/text-input.tsx'
import { controlId } from '#web/features/funnel/form/form-state.ts'
import type { FieldProps } from './text-field.tsx'
import { useDelayed } from './use-delayed.ts'

/** Screen readers announce the remaining characters once at most this many are left. */
const announcedFrom = 40
const typingPauseMs = 1000

/** Multi-line text. Pasted text is never truncated; the counter shows the excess instead. */
export function TextAreaField({ field, control }: FieldProps<'textarea'>) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  const { maxLength } = field
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.required}
      hint={field.hint}
      error={fieldState.error?.message}
    >
      {(aria) => (
        <>
          <TextArea
            {...aria}
            {...input}
            value={value}
            placeholder={field.placeholder}
            autoComplete={field.autocomplete ?? 'off'}
          />
          <Counter used={value.trim().length} maxLength={maxLength} />
        </>
      )}
    </Labelled>
  )
}

function Counter({ used, maxLength }: { used: number; maxLength: number }) {
  const left = maxLength - used
  const announced = useDelayed(left <= announcedFrom ? describe(left) : '', typingPauseMs)
  return (
    <>
      <p
        aria-hidden
        className={`text-right text-sm tabular-nums ${left < 0 ? 'font-medium text-alarm' : 'text-muted'}`}
      >
        {left < 0 ? describe(left) : `${used} von ${maxLength} Zeichen`}
      </p>
      <p aria-live="polite" className="sr-only">
        {announced}
      </p>
    </>
  )
}

function describe(left: number): string {
  return left < 0 ? `${-left} Zeichen zu viel` : `Noch ${left} Zeichen möglich`
}

import { useController } from 'react-hook-form'
import { Field as Labelled } from '#web/ui/field.tsx'
import { TextArea } from '#web/ui/text-input.tsx'
import { controlId } from '../form-state.ts'
import type { FieldProps } from './text-field.tsx'
import { useDelayed } from './use-delayed.ts'

/** So near to the end the number of characters that are left is announced as well as shown. */
const nearly = 40
const quiet = 1000

/** Text of several lines. What is pasted is never cut: the counter says by how much it is too long. */
export function TextAreaField({ field, control }: FieldProps) {
  const { field: input, fieldState } = useController({ name: field.name, control })
  const value = typeof input.value === 'string' ? input.value : ''
  const { longest } = field
  return (
    <Labelled
      id={controlId(field.name)}
      label={field.label}
      required={field.missing !== undefined}
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
          {longest !== undefined && <Counter used={value.trim().length} longest={longest} />}
        </>
      )}
    </Labelled>
  )
}

function Counter({ used, longest }: { used: number; longest: number }) {
  const left = longest - used
  const announced = useDelayed(left <= nearly ? describe(left) : '', quiet)
  return (
    <>
      <p
        aria-hidden
        className={`text-right text-sm tabular-nums ${left < 0 ? 'font-medium text-alarm' : 'text-muted'}`}
      >
        {left < 0 ? describe(left) : `${used} von ${longest} Zeichen`}
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

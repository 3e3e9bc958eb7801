import { TextArea } from '#web/ui/form/text-input.tsx'
import { LabelledText } from './labelled-text.tsx'
import type { FieldProps } from './field-props.ts'
import { useDelayed } from '#web/ui/timing/use-delayed.ts'

/** Screen readers announce the number of remaining characters if it is at most this value. */
const announcedFrom = 40
const typingPauseMs = 1000

/** Multi-line text. Pasted text is never truncated; a counter shows how many characters are too many. */
export function TextAreaField({ field, control }: FieldProps<'textarea'>) {
  return (
    <LabelledText field={field} control={control}>
      {(input) => (
        <>
          <TextArea {...input} />
          <Counter used={input.value.trim().length} maxLength={field.maxLength} />
        </>
      )}
    </LabelledText>
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

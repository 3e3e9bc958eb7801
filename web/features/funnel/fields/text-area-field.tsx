import { TextArea } from '#web/ui/form/text-input.tsx'
import { LabelledText } from './labelled-text.tsx'
import type { FieldProps } from './text-field.tsx'
import { useDelayed } from './use-delayed.ts'

/** Screen readers announce the remaining characters once at most this many are left. */
const announcedFrom = 40
const typingPauseMs = 1000

/** Multi-line text. Pasted text is never truncated; the counter shows the excess instead. */
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

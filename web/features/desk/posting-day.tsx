import { useState } from 'react'
import { berlinDay } from '#domain/time/berlin-time.ts'
import { Field } from '#web/ui/form/field.tsx'
import { TextInput } from '#web/ui/form/text-input.tsx'

/** Field for the day on which letters were posted, today by default. `first` is the earliest possible day. */
export function PostingDay({ id, first }: { id: string; first?: string | undefined }) {
  const [today] = useState(() => berlinDay(Date.now()))
  return (
    <Field id={id} label="Tag des Einwurfs" required>
      {(control) => (
        <TextInput
          {...control}
          name="postedOn"
          type="date"
          required
          min={first}
          max={today}
          defaultValue={today}
        />
      )}
    </Field>
  )
}

/** Returns the day that `PostingDay` has. */
export function readPostingDay(form: FormData): string | undefined {
  const day = form.get('postedOn')
  return typeof day === 'string' && day !== '' ? day : undefined
}

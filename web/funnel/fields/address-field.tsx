import { useEffect, useState } from 'react'
import { type Control, get, useController, useFormState } from 'react-hook-form'
import { classNames } from '#web/ui/class-names.ts'
import { FieldGroup, describedBy } from '#web/ui/field.tsx'
import { TextInput } from '#web/ui/text-input.tsx'
import { type FormValues, controlId } from '../form-state.ts'
import { withoutDigits, withoutNumber } from './street-text.ts'
import type { FieldProps } from './text-field.tsx'

const hintFor = 10_000
const strippedHint = 'Die Hausnummer steht im eigenen Feld. Ziffern in der Straße haben wir deshalb entfernt.'

/**
 * An address. House number, postal code and city are shown once there is a street, but are always in the page
 * for autofill, keyboard and assistive technology (DESIGN 10.10).
 */
export function AddressField({ field, control }: FieldProps) {
  const part = (name: string) => `${field.name}.${name}`
  const { field: street } = useController({ name: part('strasse'), control })
  const { field: number } = useController({ name: part('hausnummer'), control })
  const { field: code } = useController({ name: part('plz'), control })
  const { field: city } = useController({ name: part('ort'), control })
  const error = useAddressError(control, field.name)
  const [focused, setFocused] = useState(false)
  const hint = useHintForAWhile()
  const open =
    focused || Boolean(error) || [street, number, code, city].some(({ value }) => text(value) !== '')
  const group = `${controlId(field.name)}-gruppe`
  const autocomplete = (token: string) => (field.autocomplete ? `${field.autocomplete} ${token}` : token)
  const shared = { control, group, error: error?.message, required: field.missing !== undefined }

  const changeStreet = (typed: string) => {
    const stripped = text(number.value) === '' ? typed : withoutDigits(typed)
    if (stripped !== typed) hint.show()
    street.onChange(stripped)
  }
  const leaveNumber = () => {
    const stripped = withoutNumber(text(street.value), text(number.value))
    if (stripped !== text(street.value)) {
      hint.show()
      street.onChange(stripped)
    }
    number.onBlur()
  }

  return (
    <FieldGroup
      id={group}
      label={field.label}
      required={shared.required}
      hint={open ? undefined : field.hint}
      error={error?.message}
    >
      <div className="grid gap-4">
        <Part
          {...shared}
          name={part('strasse')}
          label="Straße"
          input={{ ...street, onChange: changeStreet }}
          autoComplete={autocomplete('address-line1')}
        />
        <p aria-live="polite" className="-mt-2 text-sm text-amber empty:hidden">
          {hint.shown && strippedHint}
        </p>
        <div
          onFocus={() => setFocused(true)}
          className={classNames(
            'grid grid-cols-[1fr_1.6fr] gap-4 transition-opacity duration-300 sm:grid-cols-[7rem_8rem_1fr]',
            // Clipped, not hidden: what is hidden can be neither filled in nor reached.
            !open && 'h-px overflow-hidden opacity-0 -mt-4',
          )}
        >
          <Part
            {...shared}
            name={part('hausnummer')}
            label="Hausnummer"
            input={{ ...number, onBlur: leaveNumber }}
            autoComplete="off"
          />
          <Part
            {...shared}
            name={part('plz')}
            label="PLZ"
            input={code}
            autoComplete={autocomplete('postal-code')}
            inputMode="numeric"
            maxLength={5}
          />
          <div className="col-span-2 sm:col-span-1">
            <Part
              {...shared}
              name={part('ort')}
              label="Ort"
              input={city}
              autoComplete={autocomplete('address-level2')}
            />
          </div>
        </div>
      </div>
    </FieldGroup>
  )
}

interface PartProps {
  name: string
  label: string
  control: Control<FormValues>
  input: {
    value: unknown
    onChange: (value: string) => void
    onBlur: () => void
    ref: (node: HTMLInputElement | null) => void
  }
  group: string
  error: string | undefined
  required: boolean
  autoComplete: string
  inputMode?: 'numeric'
  maxLength?: number
}

function Part({ name, label, control, input, group, error, required, ...rest }: PartProps) {
  const { errors } = useFormState({ control, name })
  const { ref, value, onChange, onBlur } = input
  const id = controlId(name)
  return (
    <div className="grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <TextInput
        id={id}
        name={name}
        ref={ref}
        value={text(value)}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        aria-required={required}
        aria-invalid={get(errors, name) ? true : undefined}
        aria-describedby={describedBy(group, { error })}
        {...rest}
      />
    </div>
  )
}

/** The one message of an address: that of its first faulty part. */
function useAddressError(control: Control<FormValues>, name: string): { message: string } | undefined {
  const { errors } = useFormState({ control })
  const found = get(errors, name) as Record<string, { message?: string }> | undefined
  if (!found) return undefined
  const messages = ['strasse', 'hausnummer', 'plz', 'ort', 'land'].map((part) => found[part]?.message)
  const message = messages.find(Boolean) ?? (found as { message?: string }).message
  return message ? { message } : undefined
}

function useHintForAWhile() {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setSince(undefined), hintFor)
    return () => clearTimeout(timer)
  }, [since])
  return { shown: since !== undefined, show: () => setSince(Date.now()) }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

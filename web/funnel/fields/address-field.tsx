import { useEffect, useState } from 'react'
import { type Control, get, useController, useFormState } from 'react-hook-form'
import type { FoundAddress } from '#domain/lookup-contract.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldGroup } from '#web/ui/field.tsx'
import { type FormValues, controlId } from '../form-state.ts'
import { AddressPart, type AddressPartProps, textOf } from './address-part.tsx'
import { StreetInput } from './street-input.tsx'
import { numberAtEnd, withoutDigits, withoutNumber } from './street-text.ts'
import type { FieldProps } from './text-field.tsx'

const hintFor = 10_000
const strippedHint = 'Die Hausnummer steht im eigenen Feld. Ziffern in der Straße haben wir deshalb entfernt.'
const byHandHint = 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt'
const home = 'Deutschland'

/**
 * An address. House number, postal code and city are shown once there is a street, but are always in the page
 * for autofill, keyboard and assistive technology (DESIGN 10.10).
 */
export function AddressField({ field, answers, control }: FieldProps) {
  const { part, street, number, code, city, country } = useParts(field.name, control)
  const error = useAddressError(control, field.name)
  const [focused, setFocused] = useState(false)
  const [outage, setOutage] = useState(false)
  const hint = useHintForAWhile()
  const abroad = field.abroad?.(answers) ?? false
  const german = !abroad || isHome(country.value)
  const open =
    focused || error !== undefined || [street, number, code, city].some(({ value }) => textOf(value) !== '')
  const group = `${controlId(field.name)}-gruppe`
  const autocomplete = (token: string) => (field.autocomplete ? `${field.autocomplete} ${token}` : token)
  const whole = { control, group, error, required: field.missing !== undefined }

  const { value: land, onChange: changeCountry } = country
  useEffect(() => {
    // Nobody could put right a country that is no longer asked for.
    if (!abroad && !isHome(land)) changeCountry(home)
  }, [abroad, land, changeCountry])

  const changeStreet = (typed: string) => {
    const stripped = textOf(number.value) === '' ? typed : withoutDigits(typed)
    if (stripped !== typed) hint.show()
    street.onChange(stripped)
  }
  const leaveNumber = () => {
    const stripped = withoutNumber(textOf(street.value), textOf(number.value))
    if (stripped !== textOf(street.value)) {
      hint.show()
      street.onChange(stripped)
    }
    number.onBlur()
  }
  const take = (found: FoundAddress) => {
    const known = found.hausnummer || textOf(number.value) || numberAtEnd(textOf(street.value))
    street.onChange(found.strasse)
    number.onChange(known)
    if (found.plz) code.onChange(found.plz)
    if (found.ort) city.onChange(found.ort)
    if (!known) document.querySelector<HTMLElement>(`#${CSS.escape(controlId(part('hausnummer')))}`)?.focus()
  }

  return (
    <FieldGroup
      id={group}
      label={field.label}
      required={whole.required}
      hint={open ? undefined : field.hint}
      error={error}
    >
      <div className="grid gap-4">
        <AddressPart
          whole={whole}
          name={part('strasse')}
          label="Straße"
          input={{ ...street, onChange: changeStreet }}
          autoComplete={autocomplete('address-line1')}
        >
          {(input) => (
            <StreetInput
              {...input}
              suggest={{
                offered: german,
                near: `${textOf(code.value)} ${textOf(city.value)}`.trim(),
                placeholder: field.placeholder,
                onPick: take,
                onOutage: setOutage,
              }}
            />
          )}
        </AddressPart>
        <p aria-live="polite" className="-mt-2 text-sm text-amber empty:hidden">
          {hint.shown ? strippedHint : outage && byHandHint}
        </p>
        <div
          onFocus={() => setFocused(true)}
          className={classNames(
            'grid grid-cols-[1fr_1.6fr] gap-4 transition-opacity duration-300 sm:grid-cols-[7rem_8rem_1fr]',
            // Clipped, not hidden: what is hidden can be neither filled in nor reached.
            !open && 'h-px overflow-hidden opacity-0 -mt-4',
          )}
        >
          <AddressPart
            whole={whole}
            name={part('hausnummer')}
            label="Hausnummer"
            input={{ ...number, onBlur: leaveNumber }}
            autoComplete="off"
          />
          <AddressPart
            whole={whole}
            name={part('plz')}
            label="PLZ"
            input={code}
            autoComplete={autocomplete('postal-code')}
            // The country comes after it, so until then it may be a code of any country.
            inputMode={abroad ? undefined : 'numeric'}
            maxLength={abroad ? 12 : 5}
          />
          <div className="col-span-2 sm:col-span-1">
            <AddressPart
              whole={whole}
              name={part('ort')}
              label="Ort"
              input={city}
              autoComplete={autocomplete('address-level2')}
            />
          </div>
          {abroad && (
            <div className="col-span-full sm:max-w-md">
              <Country
                whole={whole}
                name={part('land')}
                input={country}
                autoComplete={autocomplete('country-name')}
              />
            </div>
          )}
        </div>
      </div>
    </FieldGroup>
  )
}

/** Whoever leaves the country empty sees which one that means. */
function Country({ input, ...rest }: Omit<AddressPartProps, 'label'>) {
  const [entering, setEntering] = useState(false)
  const leave = () => {
    setEntering(false)
    input.onBlur()
  }
  return (
    <div onFocus={() => setEntering(true)}>
      <AddressPart
        {...rest}
        label="Land"
        input={{ ...input, value: entering ? input.value : input.value || home, onBlur: leave }}
      />
    </div>
  )
}

function isHome(country: unknown): boolean {
  return ['', home].includes(textOf(country).trim())
}

function useParts(name: string, control: Control<FormValues>) {
  const part = (of: string) => `${name}.${of}`
  // The message lists all that is missing, and the country decides about the postal code: one part speaks for all.
  const rules = { deps: ['strasse', 'hausnummer', 'plz', 'ort', 'land'].map(part) }
  const { field: street } = useController({ name: part('strasse'), control, rules })
  const { field: number } = useController({ name: part('hausnummer'), control, rules })
  const { field: code } = useController({ name: part('plz'), control, rules })
  const { field: city } = useController({ name: part('ort'), control, rules })
  const { field: country } = useController({ name: part('land'), control, rules })
  return { part, street, number, code, city, country }
}

/** The one message of an address: that of its first faulty part. */
function useAddressError(control: Control<FormValues>, name: string): string | undefined {
  const { errors } = useFormState({ control })
  const found = get(errors, name) as Record<string, { message?: string }> | undefined
  if (!found) return undefined
  const messages = ['strasse', 'hausnummer', 'plz', 'ort', 'land'].map((part) => found[part]?.message)
  return messages.find(Boolean) ?? (found as { message?: string }).message
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

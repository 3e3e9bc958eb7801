import { useEffect, useState } from 'react'
import { type Control, get, useController, useFormState } from 'react-hook-form'
import { addressParts, homeCountry } from '#domain/forms/address-parts.ts'
import type { FoundAddress } from '#domain/site/lookup-contract.ts'
import { classNames } from '#web/ui/class-names.ts'
import { FieldGroup } from '#web/ui/form/field.tsx'
import { type FormValues, controlId } from '#web/features/funnel/form/form-state.ts'
import { AddressPart, type AddressPartProps, textOf } from './address-part.tsx'
import { StreetInput } from './street-input.tsx'
import { numberAtEnd, withoutDigits, withoutNumber } from './street-text.ts'
import type { FieldProps } from '#web/features/funnel/fields/text-field.tsx'

const hintMs = 10_000
const strippedHint = 'Die Hausnummer steht im eigenen Feld. Ziffern in der Straße haben wir deshalb entfernt.'
const byHandHint = 'Tipp: Geben Sie zuerst die Straße ein, dann werden automatisch weitere Felder angezeigt'

/**
 * Address with separate inputs. House number, postal code and city appear once a street is entered, but are always in
 * the DOM for autofill, keyboard and assistive technology.
 */
export function AddressField({ field, values, control }: FieldProps<'address'>) {
  const { part, street, number, code, city, country } = useParts(field.name, control)
  const error = useAddressError(control, field.name)
  const [focused, setFocused] = useState(false)
  const [outage, setOutage] = useState(false)
  const hint = useTemporaryHint()
  const abroad = field.abroad?.(values) ?? false
  const german = !abroad || isHome(country.value)
  const open =
    focused || error !== undefined || [street, number, code, city].some(({ value }) => textOf(value) !== '')
  const group = `${controlId(field.name)}-gruppe`
  const autocomplete = (token: string) => (field.autocomplete ? `${field.autocomplete} ${token}` : token)
  const whole = { control, group, error, required: field.required }

  const { value: land, onChange: changeCountry } = country
  useEffect(() => {
    // Reset the country when its input disappears: the visitor could not correct it.
    if (!abroad && !isHome(land)) changeCountry(homeCountry)
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
            // Clipped, not hidden: hidden inputs can be neither filled in nor focused.
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
            // Country comes after postal code, so letters and more than five characters must be possible.
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

/** Country input, which shows the default country if it is left empty. */
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
        input={{ ...input, value: entering ? input.value : input.value || homeCountry, onBlur: leave }}
      />
    </div>
  )
}

function isHome(country: unknown): boolean {
  return ['', homeCountry].includes(textOf(country).trim())
}

function useParts(name: string, control: Control<FormValues>) {
  const part = (of: string) => `${name}.${of}`
  // Each part validates all others: the message lists all missing parts, and the postal code depends on the country.
  const rules = { deps: addressParts.map(part) }
  const { field: street } = useController({ name: part('strasse'), control, rules })
  const { field: number } = useController({ name: part('hausnummer'), control, rules })
  const { field: code } = useController({ name: part('plz'), control, rules })
  const { field: city } = useController({ name: part('ort'), control, rules })
  const { field: country } = useController({ name: part('land'), control, rules })
  return { part, street, number, code, city, country }
}

/** Returns the error message of the first invalid part; an address shows only one message. */
function useAddressError(control: Control<FormValues>, name: string): string | undefined {
  const { errors } = useFormState({ control })
  const found = get(errors, name) as Record<string, { message?: string }> | undefined
  if (!found) return undefined
  const messages = addressParts.map((part) => found[part]?.message)
  return messages.find(Boolean) ?? (found as { message?: string }).message
}

function useTemporaryHint() {
  const [since, setSince] = useState<number>()
  useEffect(() => {
    if (since === undefined) return
    const timer = setTimeout(() => setSince(undefined), hintMs)
    return () => clearTimeout(timer)
  }, [since])
  return { shown: since !== undefined, show: () => setSince(Date.now()) }
}
